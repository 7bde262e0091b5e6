"""InOut parameters: what a call may give for them, and what it leaves in the caller's arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Tensor, f32, graph, i64
from dslc.devices import resolved
from dslc.ir.diagnostics import DslError

n, m = dslc.dims("n m")


@dataclass
class Counter:
    total: InOut[f32, n]
    steps: InOut[i64, ()]
    scale: Tensor[f32, n]

    def add(self, x: Any) -> Any:
        self.total += self.scale * x
        self.steps += 1
        return np.sum(self.total)


@graph
def count(counter: Counter, x: Tensor[f32, n]):
    return counter.add(x)


@graph
def exchange(a: InOut[f32, n], b: InOut[f32, n]):
    before = a.copy()
    a[...] = b
    b[...] = before
    return before


@graph
def unchanged(a: InOut[f32, n], x: Tensor[f32, n]):
    return a + x


@graph
def every_row(a: InOut[f32, n, m]) -> None:
    for i in range(a.shape[0]):
        a[i] = a[i] + i
        assert a[i, 0] < 100.0, "too large"


DEVICES = ["eager", "reference", "step", "cpu"]


@pytest.fixture(params=DEVICES)
def way(request: pytest.FixtureRequest) -> Callable[[Any], Callable[..., Any]]:
    """A graph function, to be called in one of the ways there are."""
    if request.param == "cpu" and resolved("auto") != "cpu":
        pytest.skip("there is no compiler")
    if request.param == "eager":
        return lambda function: function
    return lambda function: function.compiled.with_device(request.param)


def vector(*values: float) -> np.ndarray[Any, Any]:
    return np.array(values, np.float32)


def test_fields_of_a_struct_are_written(way: Any) -> None:
    counter = Counter(vector(1, 2), np.array(5), vector(2, 0))
    total: Any = counter.total
    steps: Any = counter.steps
    assert way(count)(counter, vector(3, 3)) == 9
    assert way(count)(counter, vector(1, 1)) == 11
    assert total.tolist() == [9, 2] and steps == 7
    assert counter.total is total and counter.steps is steps


def test_arrays_that_trade_their_contents(way: Any) -> None:
    a, b = vector(1, 2), vector(3, 4)
    result = way(exchange)(a, b)
    assert a.tolist() == [3, 4] and b.tolist() == [1, 2] and result.tolist() == [1, 2]


def test_a_strided_array_is_written_in_place(way: Any) -> None:
    whole = np.zeros((3, 8), np.float32)
    part = whole[::-1, 1:7:2]
    way(every_row)(part)
    assert whole[:, 1].tolist() == [2, 1, 0] and not whole[:, ::2].any()
    turned = np.zeros((2, 3), np.float32).T
    way(every_row)(turned)
    assert turned.tolist() == [[0, 0], [1, 1], [2, 2]]


def test_the_functions_own_error(way: Any) -> None:
    with pytest.raises(AssertionError, match="too large"):
        way(every_row)(np.full((2, 1), 99.5, np.float32))


def test_empty_arrays(way: Any) -> None:
    a = np.zeros((0, 3), np.float32)
    way(every_row)(a)
    assert way(unchanged)(vector(), vector()).shape == (0,)


def both_halves() -> tuple[Any, Any]:
    whole = np.zeros(8, np.float32)
    return whole[:5], whole[3:]


def interleaved() -> tuple[Any, Any]:
    whole = np.zeros(8, np.float32)
    return whole[::2], whole[1::2]


def same() -> tuple[Any, Any]:
    a = vector(1, 2)
    return a, a


@pytest.mark.parametrize("arrays", [same, both_halves])
@pytest.mark.parametrize("function", [unchanged, exchange], ids=["with Tensor", "with InOut"])
def test_shared_memory_is_refused(way: Any, arrays: Any, function: Any) -> None:
    with pytest.raises(DslError) as raised:
        way(function)(*arrays())
    text = str(raised.value)
    assert raised.value.code == "shared-memory"
    assert "`a` and" in text and text.count("`") >= 6


def test_interleaved_arrays_share_nothing(way: Any) -> None:
    a, b = interleaved()
    a[:] = 1
    way(exchange)(a, b)
    assert not a.any() and b.all()


def test_one_struct_twice_is_refused(way: Any) -> None:
    counter = Counter(vector(1), np.array(5), vector(2))
    with pytest.raises(DslError, match=r"`counter\.total` and `x` of `count` share memory"):
        way(count)(counter, counter.total)


def overlapping() -> Any:
    return np.lib.stride_tricks.as_strided(np.zeros(4, np.float32), (3, 2), (4, 4))


def read_only() -> Any:
    a = np.zeros((3, 2), np.float32)
    a.flags.writeable = False
    return a


@pytest.mark.parametrize(
    ("array", "fault"),
    [
        (read_only, "a read-only array"),
        (lambda: np.broadcast_to(np.float32(1), (3, 2)), "a read-only array"),
        (overlapping, "an array whose elements share memory with each other"),
        (lambda: np.zeros((3, 2)), r"the argument is f64\[3, 2\]"),
    ],
)
def test_arrays_that_cannot_be_written_to(way: Any, array: Any, fault: str) -> None:
    with pytest.raises(DslError, match=fault) as raised:
        way(every_row)(array())
    assert raised.value.code == "argument-mismatch"


def test_a_graph_says_what_it_updates() -> None:
    assert exchange.compiled.graph.updates == (0, 1)
    assert unchanged.compiled.graph.updates == ()
    text = count.compiled.source
    assert "    # updates counter.total, counter.steps\n" in text
    printed = str(count.compiled.graph)
    assert "counter_total: InOut[f32, " in printed and "g.update(counter_total, " in printed
