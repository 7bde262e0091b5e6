"""`out=` of a call, and arrays of other libraries, which come in by DLPack without a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Tensor, f32, graph
from dslc.devices import resolved
from dslc.ir.diagnostics import DslError

n, m = dslc.dims("n m")


@graph
def swapped(x: Tensor[f32, n], y: Tensor[f32, n]):
    return y, x


@graph
def doubled(x: Tensor[f32, n]):
    return x * 2.0


@graph
def reversed_(x: Tensor[f32, n]):
    return x[::-1]


@graph
def summary(x: Tensor[f32, n]):
    return np.sum(x), x + 1.0


@graph
def out_is_its_own(x: Tensor[f32, n], out: Tensor[f32, n]):
    return x + out


@graph
def added(x: InOut[f32, n], y: Tensor[f32, n], by: Scalar[f32]):
    x += y * by


@pytest.fixture(params=["eager", "reference", "step", "cpu"])
def on(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    """Makes a graph function run on the device in turn."""
    device = request.param
    if device == "cpu" and resolved("auto") != "cpu":
        pytest.skip("no compiler")
    return lambda f: f if device == "eager" else dslc.compile(f, device=device)


def array(*numbers: float) -> Any:
    return np.array(numbers, np.float32)


def test_the_result_is_in_the_array_that_is_given(on: Callable[[Any], Any]) -> None:
    out = array(0, 0, 0)
    for _ in range(3):  # the third call is of a form that is known
        out[:] = 0
        assert on(doubled)(array(1, 2, 3), out=out) is out
        assert out.tolist() == [2, 4, 6]


def test_it_may_be_an_argument_or_a_part_of_one(on: Callable[[Any], Any]) -> None:
    x, y = array(1, 2, 3), array(4, 5, 6)
    assert on(reversed_)(x, out=x) is x
    assert x.tolist() == [3, 2, 1]
    first, second = on(swapped)(x, y, out=(x, y))
    assert first is x and second is y
    assert (x.tolist(), y.tolist()) == ([4, 5, 6], [3, 2, 1])
    wide = np.zeros((3, 2), np.float32)
    on(doubled)(x, out=wide[:, 1])
    assert wide.tolist() == [[0, 8], [0, 10], [0, 12]]


def test_none_stands_for_a_new_array(on: Callable[[Any], Any]) -> None:
    out = array(0, 0)
    total, rest = on(summary)(array(1, 2), out=(None, out))
    assert total == 3 and type(total) is np.float32
    assert rest is out and out.tolist() == [2, 3]
    assert on(doubled)(array(1), out=None).tolist() == [2]


def test_a_parameter_of_that_name_comes_first(on: Callable[[Any], Any]) -> None:
    assert on(out_is_its_own)(array(1), out=array(2)).tolist() == [3]


@pytest.mark.parametrize(
    ("function", "out", "code"),
    [
        (doubled, [0.0, 0.0], "argument-mismatch"),
        (doubled, np.zeros(2), "argument-mismatch"),
        (doubled, array(0, 0, 0), "argument-mismatch"),
        (doubled, (array(0, 0),), "argument-mismatch"),
        (doubled, np.broadcast_to(array(0), 2), "argument-mismatch"),
        (summary, array(0, 0), "argument-mismatch"),
        (summary, (array(0), array(0, 0)), "argument-mismatch"),
        (summary, (None, array(0, 0), None), "argument-mismatch"),
    ],
)
def test_what_cannot_take_the_result_is_refused(
    function: Any, out: Any, code: str, on: Callable[[Any], Any]
) -> None:
    before = [each.copy() for each in out if isinstance(each, np.ndarray)]
    with pytest.raises(DslError, match="`out`") as caught:
        on(function)(array(1, 2), out=out)
    assert caught.value.code == code
    after = [each for each in out if isinstance(each, np.ndarray)]
    assert all(map(np.array_equal, before, after))


def test_two_that_share_memory_are_refused(on: Callable[[Any], Any]) -> None:
    x = array(1, 2, 3)
    with pytest.raises(DslError) as caught:
        on(swapped)(x[:2], x[1:], out=(x[:2], x[1:]))
    assert caught.value.code == "shared-memory"
    assert x.tolist() == [1, 2, 3]


class Lent:
    """An array of another library, as far as DLPack goes."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.array.__dlpack_device__()
        return device


class Elsewhere(Lent):
    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("it is on a GPU")


def test_an_array_of_another_library_is_taken_as_it_is(on: Callable[[Any], Any]) -> None:
    x = array(1, 2, 3)
    assert on(doubled)(Lent(x)).tolist() == [2, 4, 6]
    assert np.shares_memory(np.from_dlpack(Lent(x)), x)
    assert on(doubled)(Lent(x[::-1])).tolist() == [6, 4, 2]


def test_such_an_array_is_written_to_where_it_may_be(on: Callable[[Any], Any]) -> None:
    x = array(1, 2, 3)
    if not np.from_dlpack(Lent(x)).flags.writeable:
        with pytest.raises(DslError, match="a read-only array"):
            on(added)(Lent(x), x.copy(), 1.0)
        return
    on(added)(Lent(x), x.copy(), 1.0)
    assert x.tolist() == [2, 4, 6]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Lent(np.zeros(2)), r"the argument is f64\[2\]"),
        (Lent(np.zeros((2, 2), np.float32)), r"the argument is f32\[2, 2\]"),
        (Elsewhere(array(1, 2)), r"Elsewhere that NumPy cannot share \(it is on a GPU\)"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(
    given: Any, said: str, on: Callable[[Any], Any]
) -> None:
    with pytest.raises(DslError, match=said) as caught:
        on(doubled)(given)
    assert caught.value.code == "argument-mismatch"
