"""What fails on the device is told as Python tells it, though the host goes on meanwhile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.gpu.backend import Cuda
from dslc.gpu.checks import SLOTS
from dslc.gpu.emulated import Emulated
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, m = dims("n m")


class Counting(Emulated):
    """An emulated GPU that counts how often the host waits for it."""

    waits = 0

    def download(self, array: np.ndarray) -> np.ndarray:
        self.waits += 1
        return super().download(array)


def program(text: Any, index: str = "i32") -> Graph:
    parameters = {"x": TensorType(BY_NAME["f64"], (n,)), "t": TensorType(BY_NAME[index], (m,))}
    g = Builder("program", [*parameters.items()], source="program.py")
    return verify(g.finish(text(g, *g.graph.parameters)))


def gathers(g: Builder, x: Any, t: Any) -> Any:
    for _ in range(3):
        t = g.subtract(t, 1)
        x = g.index(x, g.s_[t])
        g.check(g.all(g.greater(x, -100.0)), message="too small")
    return (x,)


def outcomes(graph: Graph, device: Emulated, *arguments: np.ndarray) -> list[Any]:
    """What the device and the evaluator give, or raise."""
    x, t = arguments
    native = Cuda("cuda-emulated", device).compile(graph)
    sizes = {"n": x.size, "m": t.size}
    found: list[Any] = []
    for run in (native, lambda values, sizes: evaluate(graph, values, sizes)):
        try:
            found.append([each.tolist() for each in run(list(arguments), sizes)])
        except Exception as error:  # noqa: BLE001
            found.append([type(error), str(error), getattr(error, "__notes__", [])])
    return found


def test_the_host_waits_once_for_all_checks() -> None:
    device = Counting()
    found, expected = outcomes(program(gathers), device, np.arange(3.0), np.array([2, 1, 2], "i4"))
    assert found == expected
    assert device.waits == 2  # the checks, the result


@pytest.mark.parametrize(
    ("x", "t"),
    [
        ([1.0, 2.0, 3.0], [2, 9, 1]),
        ([1.0, -200.0, 3.0], [2, 1, 2]),
        ([1.0, -200.0, 3.0], [2, 2, 9]),
        ([], [0]),
        ([], []),
        ([1.0], [-5, 3]),
    ],
)
@pytest.mark.parametrize("index", ["i8", "u8", "i64", "u64"])
def test_what_fails_first_is_told(x: list[float], t: list[int], index: str) -> None:
    given = np.array(x), np.array(t).astype(BY_NAME[index])
    found, expected = outcomes(program(gathers, index), Emulated(), *given)
    assert found == expected


def test_a_host_error_is_told_only_where_no_check_failed_before() -> None:
    def text(g: Builder, x: Any, t: Any) -> Any:
        y = g.index(x, g.s_[g.subtract(t, 1)])
        g.print("a value", g.index(t, g.s_[0]))
        return (g.add(y, g.index(x, g.s_[5])),)

    for x, t in ((np.ones(9), [3, 4]), (np.ones(3), [3, 4]), (np.ones(3), [3, 2])):
        found, expected = outcomes(program(text), Emulated(), x, np.array(t, np.int32))
        assert found == expected


def test_more_checks_than_the_buffer_has_room_for() -> None:
    def text(g: Builder, x: Any, t: Any) -> Any:
        for number in range(SLOTS + 3):
            t = g.add(t, 1)
            g.check(g.all(g.less(t, SLOTS)), message=f"after {number}")
        return (t,)

    for start in (-9, 0, SLOTS + 9):
        found, expected = outcomes(program(text), Emulated(), np.ones(1), np.array([start], "i4"))
        assert found == expected


def test_nothing_is_printed_behind_a_check_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    def text(g: Builder, x: Any, t: Any) -> Any:
        y = g.index(x, g.s_[g.subtract(t, 1)])
        g.print("behind")
        return (y,)

    found, expected = outcomes(program(text), Emulated(), np.ones(3), np.array([1, 9], np.int32))
    assert found == expected and found[0] is IndexError
    assert capsys.readouterr().out == ""
