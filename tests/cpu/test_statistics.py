"""Statistics natively, with and without NaNs, of something and of nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType, Type

Check = Callable[..., None]
F64 = BY_NAME["f64"]
n, m = dims("n m")
DTYPES = pytest.mark.parametrize("dtype", ["f32", "i64", "bool_"])
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def drawn(dtype: str, *shape: int, nan: float = 0.0) -> np.ndarray:
    random = np.random.default_rng(len(shape))
    element = BY_NAME[dtype]
    if element.kind != "f":
        return random.integers(0, 5, shape).astype(element)
    plain = random.normal(3, 1, shape)
    return np.where(random.random(shape) < nan, np.nan, plain).astype(element)


def sizes(x: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": x.shape[0], "m": x.shape[1]}


def arrays(dtype: str, nan: float = 0.0) -> list[list[np.ndarray]]:
    shapes = ((3, 4), (4, 1), (0, 2), (2, 0), (30, 5))
    return [[drawn(dtype, *shape, nan=nan)] for shape in shapes]


@DTYPES
def test_statistics(dtype: str, agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        axes = (None, 0, 1)
        return (
            *(op(x, axis=axis) for op in (g.var, g.std, g.median) for axis in axes),
            *(op(x, axis=0, ddof=1, keepdims=True) for op in (g.var, g.std, g.nanvar)),
            g.median(x, axis=0, keepdims=True),
            g.var(x, axis=1, dtype=F64),
            g.count_nonzero(x, axis=1),
            g.diff(x, axis=0),
            g.diff(x, n=2),
            g.cumulative_sum(x, axis=1, include_initial=True),
            g.trapezoid(x, axis=0),
            g.trapezoid(x, g.cumsum(x, axis=1)),
        )

    calls = arrays(dtype)
    agree(text, {"x": TensorType(BY_NAME[dtype], (n, m))}, calls, sizes=sizes, ulp=1000)


def test_statistics_without_nans(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        ops = (g.nansum, g.nanprod, g.nanmean, g.nanvar, g.nanstd, g.median)
        return (
            *(op(x, axis=axis) for op in ops for axis in (None, 0, 1)),
            g.nanmax(x, axis=0, initial=0.5),
            g.nanmin(x, initial=float("nan"), where=g.greater(x, 3)),
            g.nancumsum(x),
            g.nancumprod(x, axis=0),
        )

    calls = arrays("f32", nan=0.4)
    agree(text, {"x": TensorType(BY_NAME["f32"], (n, m))}, calls, sizes=sizes, ulp=1000)


@pytest.mark.parametrize("name", ["nanmax", "nanmin", "nanargmax", "nanargmin", "ptp", "average"])
def test_statistics_that_raise(name: str, agree: Check) -> None:
    for axis in (None, 0):

        def text(g: Builder, x: Any, axis: int | None = axis) -> Any:
            return getattr(g, name)(x, axis=axis)

        calls = [*arrays("f32", nan=0.2), [np.full((2, 3), np.nan, np.float32)]]
        agree(text, {"x": TensorType(BY_NAME["f32"], (n, m))}, calls, sizes=sizes, ulp=4)


def test_weights(agree: Check) -> None:
    types: dict[str, Type] = {
        "x": TensorType(BY_NAME["f32"], (n, m)),
        "w": TensorType(BY_NAME["i64"], (n, m)),
        "row": TensorType(F64, (m,)),
    }

    def text(g: Builder, x: Any, w: Any, row: Any) -> Any:
        weighted = g.average(x, weights=w, axis=0, keepdims=True)
        return g.average(x, weights=w), g.average(x, weights=row, axis=1), weighted

    def call(*shape: int) -> list[Any]:
        return [drawn("f32", *shape), 1 + drawn("i64", *shape), np.arange(shape[1]) + 0.5]

    zero = [drawn("f32", 2, 2), np.array([[1, 0], [-1, 2]]), np.ones(2)]
    agree(text, types, [call(3, 4), call(1, 1), call(0, 2), zero], sizes=sizes, ulp=1000)
