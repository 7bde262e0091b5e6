"""Functions of Python's `math` in kernels: its results to the bit, its errors, few of its calls."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.cpu import handed, print_math
from dslc.ir.execution import run_node

ONE = sorted(
    name for name, text in print_math._FLOATS.items() if text.count("{}") == 1 and name != "sqrt"
)
WHOLE = sorted(print_math._WHOLE)
TESTS = sorted(print_math._TESTS)
VALUES = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.75, 2.0, 3.7, -3.7, 25.5, 710.0, -745.5, 1e-320, 2.5e17, 1e300),
    *(math.inf, -math.inf, math.nan, 2.0**63, -(2.0**63), 2.0**62, math.pi, 1 + 2e-16),
)
HEAD = "import math\nimport numpy as np\nfrom dslc import Scalar, f32, graph\n\n\n@graph\n"


def chosen(names: list[str], start: str, taken: str) -> str:
    """A function that calls the function of `math` of a number."""
    lines = [f"def called(which: int, {taken}):", f"    y = {start}"]
    given = ", ".join(each.split(":")[0] for each in taken.split(", "))
    for number, name in enumerate(names):
        lines += [f"    if which == {number}:", f"        y = math.{name}({given})"]
    return HEAD + "\n".join([*lines, "    return y", ""])


def outcome(run: Callable[[], Any]) -> tuple[type, Any]:
    """What a call gives, to the bit, or raises."""
    try:
        value = run()
    except (ValueError, OverflowError) as error:
        return type(error), str(error)
    return type(value), value.hex() if isinstance(value, float) else value


def compiled(text: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (path / "asked.py").write_text(text)
    monkeypatch.syspath_prepend(str(path))
    namespace: dict[str, Any] = {"__name__": "asked"}
    exec(compile(text, str(path / "asked.py"), "exec"), namespace)
    return dslc.compile(namespace["called"], device="cpu")


@pytest.mark.parametrize(
    ("names", "start", "taken"),
    [
        (["sqrt", *ONE], "0.0", "x: float"),
        (["atan2", "copysign", "fmod", "hypot"], "0.0", "x: float, z: float"),
        (WHOLE, "0", "x: float"),
        (TESTS, "False", "x: float"),
        (["exp", "log", "sqrt"], "0.0", "x: int"),
        (["exp", "sin", "degrees"], "0.0", "x: Scalar[f32]"),
    ],
    ids=["one", "two", "whole", "tests", "of an int", "of f32"],
)
def test_results_and_errors(
    names: list[str], start: str, taken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    function = compiled(chosen(names, start, taken), tmp_path, monkeypatch)
    values: tuple[Any, ...] = VALUES
    if "int" in taken:
        values = (0, 1, -3, 2**53 + 1, 2**62 + 3, 710)
    if names == WHOLE:  # what leaves 64 bits is refused
        values = tuple(x for x in VALUES if not math.isfinite(x) or abs(x) < 2.0**63)
    if "f32" in taken:
        values = tuple(map(np.float32, VALUES[:13]))
    for number, name in enumerate(names):
        for place, x in enumerate(values):
            given = [x, values[(place * 5 + 3) % len(values)]] if "z" in taken else [x]
            expected = outcome(lambda: getattr(math, name)(*given))  # noqa: B023
            assert outcome(lambda: function(number, *given)) == expected, (name, given)  # noqa: B023


def test_python_is_asked_only_where_a_result_is_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def watched(node: Any, operands: Any, sizes: Any) -> Any:
        asked.extend(operands)
        return run_node(node, operands, sizes)

    monkeypatch.setattr(handed, "run_node", watched)
    function = compiled(chosen(["exp"], "0.0", "x: float"), tmp_path, monkeypatch)
    assert [function(0, x) for x in (1.0, -2.0, math.inf)] == [
        math.exp(1.0),
        math.exp(-2.0),
        math.inf,
    ]
    with pytest.raises(OverflowError, match="math range error"):
        function(0, 710.0)
    assert asked == [math.inf, 710.0]
