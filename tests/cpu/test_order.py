"""Native reductions of chosen elements, cumulative ops, sorting and searching."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import ScalarType, TensorType, Type

Check = Callable[..., None]
F32, F64, I64, BOOL = (BY_NAME[name] for name in ("f32", "f64", "i64", "bool_"))
n, m, k = dims("n m k")
DTYPES = pytest.mark.parametrize("dtype", ["f32", "f64", "i8", "u64", "bool_"])


def drawn(dtype: str, *shape: int) -> np.ndarray:
    """Elements many of which are equal, NaN and signed zeros among the floats."""
    element = BY_NAME[dtype]
    random = np.random.default_rng(len(shape))
    if element.kind != "f":
        return random.integers(0, 50, shape).astype(element)
    special = random.choice([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0], shape)
    return np.where(random.random(shape) < 0.3, special, random.normal(size=shape)).astype(element)


def sizes(x: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1]}


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
@DTYPES
def test_chosen_elements(dtype: str, agree: Check) -> None:
    element = BY_NAME[dtype]
    types: dict[str, Type] = {
        "x": TensorType(element, (n, m)),
        "mask": TensorType(BOOL, (n, m)),
        "row": TensorType(BOOL, (m,)),
        "s": ScalarType(BOOL),
    }

    def text(g: Builder, x: Any, mask: Any, row: Any, s: Any) -> Any:
        axes: tuple[Any, ...] = (None, 0, 1, ())
        masks = (mask, row, s, True, g.reshape(row, shape=(1, m)))
        plain = (g.sum, g.prod, g.mean, g.any, g.all)
        started = (g.sum, g.prod, g.max, g.min)
        return (
            *(op(x, where=each, axis=axis) for op in plain for axis in axes for each in masks),
            *(op(x, where=mask, axis=a, initial=1) for op in started for a in axes),
            *(op(x, axis=a, initial=1, keepdims=True) for op in started for a in axes),
            *(op(x, where=row, axis=0, initial=1, keepdims=True) for op in started),
            g.mean(x, where=mask, axis=1, dtype=F64, keepdims=True),
            g.sum(x, axis=1, initial=-0.0, dtype=F32),
            g.sum(x, initial=-0.0, dtype=F64),
        )

    def call(*shape: int) -> list[Any]:
        x, chosen = np.abs(drawn(dtype, *shape)), drawn("bool_", *shape)
        return [np.minimum(x, element.type(3)), chosen, drawn("bool_", shape[1]), np.True_]

    nothing = [np.full((2, 3), -0.0, element), np.zeros((2, 3), bool), np.zeros(3, bool), np.False_]
    calls = [call(3, 4), call(0, 3), call(2, 0), call(20, 9), nothing]
    agree(text, types, calls, sizes=sizes, ulp=8)


@DTYPES
def test_products(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        axes: tuple[Any, ...] = (None, 0, 1, (), (0, 1))
        return (*(g.prod(x, axis=axis) for axis in axes), g.prod(x, axis=0, dtype=F32))

    calls = [[drawn(dtype, *shape)] for shape in ((3, 4), (0, 2), (2, 0), (1, 1), (5, 2))]
    agree(text, {"x": TensorType(BY_NAME[dtype], (n, m))}, calls, sizes=sizes, ulp=8)


@DTYPES
def test_cumulative(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        cube = g.reshape(x, shape=(n, 1, m))
        extremes = (g.maximum_accumulate, g.minimum_accumulate)
        plain = (g.cumsum, g.cumprod)
        return (
            *(op(x, axis=axis) for op in (*plain, *extremes) for axis in (0, 1)),
            *(op(cube, axis=axis) for op in plain for axis in (None, 0, 1, 2)),
            *(op(x) for op in (*plain, *extremes, g.add_accumulate, g.multiply_accumulate)),
            g.cumsum(g.index(x, g.s_[0, 0:1])),
            g.cumsum(x, dtype=F32),
            g.cumprod(x, axis=0, dtype=BOOL),
            g.maximum_accumulate(x, axis=1, dtype=F64),
        )

    calls = [[drawn(dtype, *shape)] for shape in ((3, 4), (1, 3), (2, 0), (30, 2))]
    agree(text, {"x": TensorType(BY_NAME[dtype], (n, m))}, calls, sizes=sizes)


@DTYPES
def test_sorted(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        cube = g.reshape(x, shape=(n, 1, m))
        return (
            *(op(x, axis=axis) for op in (g.sort, g.argsort) for axis in (None, 0, 1, -1)),
            *(op(cube, axis=axis) for op in (g.sort, g.argsort) for axis in (None, 0, 1, 2)),
            x,
        )

    shapes = ((3, 4), (1, 1), (0, 2), (2, 0), (2, 100), (500, 3))
    calls = [[drawn(dtype, *shape)] for shape in shapes]
    agree(text, {"x": TensorType(BY_NAME[dtype], (n, m))}, calls, sizes=sizes)


@DTYPES
def test_places_of_extremes(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        ops = (g.argmax, g.argmin)
        cube = g.reshape(x, shape=(n, 1, m))
        return (
            *(op(x, axis=axis) for op in ops for axis in (None, 0, 1)),
            *(op(x, axis=axis, keepdims=True) for op in ops for axis in (None, 0, 1)),
            *(op(cube, axis=axis) for op in ops for axis in (None, 0, 1, 2)),
            *(op(g.reshape(x, shape=-1)) for op in ops),
        )

    calls = [[drawn(dtype, *shape)] for shape in ((3, 4), (1, 1), (40, 30), (2, 5))]
    agree(text, {"x": TensorType(BY_NAME[dtype], (n, m))}, calls, sizes=sizes)


def test_places_in_nothing(agree: Check) -> None:
    for axis in (None, 0, 1):

        def text(g: Builder, x: Any, axis: int | None = axis) -> Any:
            return g.argmax(x, axis=axis), g.argmin(x, axis=axis, keepdims=True)

        calls = [[drawn("f32", *shape)] for shape in ((0, 2), (2, 0), (0, 0), (1, 2))]
        agree(text, {"x": TensorType(F32, (n, m))}, calls, sizes=sizes)


@DTYPES
def test_searched(dtype: str, agree: Check) -> None:
    element = BY_NAME[dtype]
    types: dict[str, Type] = {
        "x": TensorType(element, (k,)),
        "v": TensorType(element, (n, m)),
        "other": TensorType(F64, (n,)),
        "s": ScalarType(I64),
    }

    def text(g: Builder, x: Any, v: Any, other: Any, s: Any) -> Any:
        searched = (v, other, s, 3, 0.5, True)
        return tuple(
            g.searchsorted(x, each, side=side) for each in searched for side in ("left", "right")
        )

    def call(size: int, *shape: int) -> list[Any]:
        x, v = drawn(dtype, size), drawn(dtype, *shape)
        return [np.sort(x), v, drawn("f64", shape[0]), np.int64(7)]

    calls = [call(0, 2, 1), call(1, 3, 3), call(30, 5, 6), call(7, 0, 2)]
    agree(
        text,
        types,
        calls,
        sizes=lambda x, v, *_: {"k": len(x), "n": v.shape[0], "m": v.shape[1]},
    )


@pytest.mark.parametrize(
    ("dtype", "low", "high"),
    [("i64", -3, 900), ("i64", 5, 2**40), ("i64", -(2**63), 2**63 - 1), ("u64", 0, 2**20),
     ("i8", -128, 127), ("u32", 7, 8)],
)  # fmt: skip
def test_many_integers(dtype: str, low: int, high: int, agree: Check) -> None:
    """Sorting by digits, where there are many: equal ones keep their order."""
    element = BY_NAME[dtype]
    types: dict[str, Type] = {"x": TensorType(element, (n, m))}
    x = np.random.default_rng(1).integers(low, high, (3, 1500), element, endpoint=True)
    calls = [(x,), (x[:, :300],), (x[:, :0],)]
    agree(lambda g, x: g.argsort(x, axis=1), types, calls, sizes=sizes)
    agree(lambda g, x: g.argsort(x, axis=0), types, [(x.T.copy(),)], sizes=sizes)
