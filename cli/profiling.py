"""`dslc run --profile`: what each line of the source costs."""

import json
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import DslError, source_line
from dslc.ir.passes import optimize
from dslc.ir.profile import Cost, Profile, typical

from .terminal import say

Call = Callable[[Any], Any]
"""Calls a function on fresh arguments."""


class Measured(NamedTuple):
    """One profile.

    Attributes:
        function: the function's name.
        costs: of each line, on the reference, most expensive first; the median of all runs.
        reference: seconds of a whole call there.
        native: seconds of a whole call on the device cpu, None where it cannot run there.
        repeat: how many runs each number is the median of.
    """

    function: str
    costs: list[Cost]
    reference: float
    native: float | None
    repeat: int


def profile(function: CompiledFunction, call: Call, repeat: int, *, as_json: bool) -> None:
    """Print what the lines of a function cost; `call` calls what it is given."""
    measured = measure(function, call, repeat)
    say(json.dumps(record(measured), indent=2) if as_json else report(measured))


def measure(function: CompiledFunction, call: Call, repeat: int) -> Measured:
    """Run a function as often as said, on the reference line by line, then natively as a whole."""
    profiles: list[Profile] = []

    def watched(*args: Any, **kwargs: Any) -> Any:
        profiles.append(Profile())
        return function.run_watched(args, kwargs, lambda graph: profiles[-1], optimize)

    for _ in range(repeat):
        call(watched)
    reference = _seconds(function.with_device("reference"), call, repeat)
    try:
        native = _seconds(function.with_device("cpu"), call, repeat)
    except DslError as error:
        if error.code not in ("device-unavailable", "device-unsupported"):
            raise
        native = None
    return Measured(function.signature.name, typical(profiles), reference, native, repeat)


def _seconds(function: CompiledFunction, call: Call, repeat: int) -> float:
    """Of a call; the first one, which may compile, does not count."""
    call(function)
    times = []
    for _ in range(repeat):

        def timed(*args: Any, **kwargs: Any) -> Any:
            begun = perf_counter()
            result = function(*args, **kwargs)
            times.append(perf_counter() - begun)
            return result

        call(timed)
    return median(times)


# --- text -----------------------------------------------------------------------------------------


def report(measured: Measured) -> str:
    """The whole of a profile, for a reader."""
    runs = f"the median of {measured.repeat} runs" if measured.repeat > 1 else "one run"
    native = "cannot run it" if measured.native is None else f"{_time(measured.native)} a call"
    lines = [
        f"{measured.function}: reference {_time(measured.reference)} a call, cpu {native}; {runs}",
        "",
        "By line, on the reference: the time of the ops of a line, each a NumPy call, after the",
        "passes, with what interpreting it costs; bytes are those of operands and results.",
        "",
        *_table(measured.costs),
    ]
    for file in dict.fromkeys(cost.file for cost in measured.costs):
        lines += ["", f"{file}:", *_listing(file, measured.costs)]
    return "\n".join(lines)


_HEAD: tuple[str, ...] = ("line", "time", "share", "nodes", "read", "written", "statement")


def _table(costs: Sequence[Cost]) -> list[str]:
    total = sum(cost.seconds for cost in costs) or 1.0
    rows = [_HEAD]
    for cost in costs:
        share = f"{100 * cost.seconds / total:.1f}%"
        counts = str(cost.nodes), _size(cost.read), _size(cost.written)
        rows.append((_line(cost), _time(cost.seconds), share, *counts, cost.statement))
    return _aligned(rows)


def _listing(file: str, costs: Sequence[Cost]) -> list[str]:
    """The source from the first line that costs something to the last, each with its time."""
    times: dict[int, float] = {}
    for cost in costs:
        if cost.file == file and cost.line:
            times[cost.line] = times.get(cost.line, 0.0) + cost.seconds
    if not times:
        return []
    rows = []
    for line in range(min(times), max(times) + 1):
        shown = _time(times[line]) if line in times else ""
        rows.append((shown, str(line), source_line(file, line) or ""))
    return _aligned(rows)


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns, all but the last to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([*(t.rjust(w) for t, w in zip(row[:-1], widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]


def _line(cost: Cost) -> str:
    return str(cost.line or "")


def _time(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.1f} us"


def _size(count: int) -> str:
    for scale, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if count >= scale:
            return f"{count / scale:.1f} {unit}"
    return f"{count} B"


# --- json -----------------------------------------------------------------------------------------


def record(measured: Measured) -> dict[str, Any]:
    """A profile as plain data; times are seconds, sizes bytes."""
    return {
        "function": measured.function,
        "repeat": measured.repeat,
        "reference_seconds": measured.reference,
        "cpu_seconds": measured.native,
        "lines": [
            {
                "file": cost.file,
                "line": cost.line,
                "statement": cost.statement,
                "seconds": cost.seconds,
                "nodes": cost.nodes,
                "ops": cost.ops,
                "bytes_read": cost.read,
                "bytes_written": cost.written,
            }
            for cost in measured.costs
        ],
    }
