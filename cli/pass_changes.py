"""What passes do to a graph, by source line: `dslc show --diff` and `dslc build --report`."""

import difflib
import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dslc.ir.remarks import Remark, collected

if TYPE_CHECKING:
    from dslc.compiled import CompiledFunction
    from dslc.ir.graph import Graph
    from dslc.ir.place import Place

Where = tuple[str, int, str]
"""A statement: its file, its line there (0 when unknown), and its text."""


def changes(before: "Graph", after: "Graph") -> str:
    """How the nodes of each statement differ between two graphs; says so where none does."""
    old, new = _by_statement(before), _by_statement(after)
    found: list[str] = []
    for where in sorted({**old, **new}):
        lines = [*_differences(old.get(where, []), new.get(where, []))]
        if lines:
            found += [*([""] if found else []), _shown(where), *lines]
    return "\n".join(found or ["this pass changes nothing"]) + "\n"


def _differences(old: list[str], new: list[str]) -> Iterable[str]:
    for line in difflib.ndiff(old, new):
        if line[0] in "+-":
            yield f"  {line}"


def _by_statement(graph: "Graph") -> dict[Where, list[str]]:
    """The lines of a graph's text, and of those it calls, by the statement they implement."""
    from dslc.ir.print import printed_graph

    found: dict[Where, list[str]] = {}
    for piece in printed_graph(graph).pieces:
        if piece.node is not None:
            found.setdefault(_where(piece.place), []).append(piece.title)
    return found


def _where(place: "Place") -> Where:
    return place.file, place.source_line, place.text


def _shown(where: Where) -> str:
    file, line, text = where
    return f"{file}:{line}: {text}" if line else f"{file}: {text}"


def pass_report(functions: Iterable["CompiledFunction"]) -> str:
    """What the passes do in each function, and why they leave things, by statement."""
    from dslc.ir.diagnostics import DslError
    from dslc.ir.passes import optimize, run_pass
    from dslc.ir.passes.fuse import fuse

    found: list[str] = []
    for function in functions:
        try:
            graph = function.graph
        except DslError as error:
            found += [f"{function.__name__}: {error.diagnostics[0].message}", ""]
            continue
        with collected() as remarks:
            primitive = run_pass(_in_primitives, optimize(graph))
            nests = run_pass(fuse, primitive)
        own = [each for each in remarks if each.graph == graph.name]
        found += [f"{function.__name__}: {_counted(own)}", *_lines(own)]
        found += [*_traffic(primitive, nests), *_times(primitive, nests), ""]
    return "\n".join(found)


def _in_primitives(graph: "Graph") -> "Graph":
    from dslc.ir.expansion import expand

    return expand(graph, lambda op: False)


def _traffic(primitive: "Graph", nests: "Graph") -> Iterable[str]:
    """The bytes that a function moves, where its arrays are large."""
    from dslc.ir.dims import evaluate, symbols
    from dslc.ir.nests.cost import SIZE
    from dslc.ir.nests.traffic import least_traffic, traffic

    moved = traffic(primitive), traffic(nests), least_traffic(nests)
    sizes = dict.fromkeys((name for size in moved for name in symbols(size)), SIZE)
    alone, fused, least = (evaluate(size, sizes) for size in moved)
    if alone:
        yield (
            f"  moves {alone:,} bytes op by op, {fused:,} in nests, {least:,} at the least"
            + (f", where every size is {SIZE:,}" if sizes else "")
        )


def _times(primitive: "Graph", nests: "Graph") -> Iterable[str]:
    """Estimates of what a call takes, and from how many calls on it is worth compiling."""
    from dslc.ir.dims import symbols
    from dslc.ir.graph import type_of
    from dslc.ir.nests.cost import (
        SIZE,
        operations,
        seconds_by_op,
        seconds_compiled,
        seconds_to_compile,
    )
    from dslc.ir.types import TensorType

    types = [
        type_of(value) for node in primitive.walk() for value in (*node.operands, *node.results)
    ]
    shapes = (each.shape for each in types if isinstance(each, TensorType))
    sizes = {name: SIZE for shape in shapes for size in shape for name in symbols(size)}
    alone, fused = seconds_by_op(primitive, sizes), seconds_compiled(nests, sizes)
    yield (
        f"  takes about {_time(alone)} op by op, {_time(fused)} compiled,"
        f" for {operations(nests, sizes):,} operations"
    )
    compiling = seconds_to_compile(nests)
    saved = alone - fused
    calls = math.ceil(compiling / saved) if saved > 0 else 0
    pays = f"pays after {calls:,} call{'s' * (calls > 1)}" if calls else "never pays"
    yield f"  takes about {compiling:.1f} s to compile, which {pays}"


def _time(seconds: float) -> str:
    """`3 us`, `1.2 ms`, `40 s`: two digits."""
    number, unit = min(
        ((seconds / size, unit) for unit, size in _UNITS.items() if seconds >= 0.995 * size),
        default=(seconds / _UNITS["us"], "us"),
    )
    return f"{number:,.0f} {unit}" if number >= 9.95 else f"{number:.1f} {unit}"


_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}


def _counted(remarks: list[Remark]) -> str:
    if not remarks:
        return "no pass has anything to do"
    counts = Counter(each.by for each in remarks)
    return ", ".join(f"{by} {number}" for by, number in counts.items())


def _lines(remarks: list[Remark]) -> Iterable[str]:
    """The remarks of each statement, in the order of the source, equal ones once."""
    statements: dict[Where, Counter[str]] = {}
    for each in remarks:
        statements.setdefault(_where(each.place), Counter())[f"{each.by}: {each.what}"] += 1
    for where in sorted(statements):
        yield f"  {_shown(where)}"
        for text, number in statements[where].items():
            yield f"    {text}{f' ({number} times)' if number > 1 else ''}"
