"""Complex numbers natively: arithmetic, functions, reductions, parts; what kernels do not have."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.cxx.complex_forms import IN_RESULT
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME, COMPLEX, part_dtype
from dslc.ir.types import BOOL_NUMBER, ScalarType, TensorType, Type

Check = Callable[..., None]
n, m, k = dims("n m k")
PARTS = [0.0, -0.0, 1.0, -2.5, 0.3, 1e-3, 7.25, np.inf, -np.inf, np.nan]
FINITE = [part for part in PARTS if np.isfinite(part)]
EXACT = ("add", "subtract")
ROUNDED = ("multiply", "divide")


def grid(dtype: np.dtype, parts: list[float]) -> np.ndarray:
    """Every pair of parts."""
    made = np.empty(len(parts) ** 2, dtype)
    pairs = np.array(list(itertools.product(parts, parts)), part_dtype(dtype))
    made.real, made.imag = pairs.T
    return made


def size(*given: Any) -> dict[str, int]:
    return {"n": len(given[0])}


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
@pytest.mark.parametrize(("ops", "parts", "ulp"), [(EXACT, PARTS, 0), (ROUNDED, PARTS, 4)])
def test_arithmetic(
    dtype: np.dtype, ops: tuple[str, ...], parts: list[float], ulp: float, agree: Check
) -> None:
    types: dict[str, Type] = {
        "x": TensorType(dtype, (n,)),
        "y": TensorType(dtype, (n,)),
        "r": TensorType(part_dtype(dtype), (n,)),
        "i": TensorType(BY_NAME["i32"], (n,)),
        "s": ScalarType(dtype),
    }

    def text(g: Builder, x: Any, y: Any, r: Any, i: Any, s: Any) -> Any:
        pairs = [(x, y), (x, r), (r, y), (x, i), (s, x), (x, 2.5), (2j, x), (r, 1 - 2j), (3, x)]
        return tuple(getattr(g, op)(*pair) for op in ops for pair in pairs)

    x = grid(dtype, parts)
    rng = np.random.default_rng(5)
    given = [x, rng.permutation(x), np.imag(x).copy(), np.arange(len(x), dtype=np.int32) - 9, x[17]]
    agree(text, types, [given, [a[:0] if a.ndim else a for a in given]], sizes=size, ulp=ulp)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_parts_and_tests(dtype: np.dtype, agree: Check) -> None:
    types: dict[str, Type] = {"x": TensorType(dtype, (n,)), "s": ScalarType(dtype)}

    def text(g: Builder, x: Any, s: Any) -> Any:
        both = [(g.real(v), g.imag(v), g.conj(v), g.negative(v), g.isnan(v)) for v in (x, s)]
        others = [(g.isinf(v), g.isfinite(v), g.not_equal(v, s), g.equal(v, 1)) for v in (x, s)]
        casts = [g.cast(x, each) for each in (*COMPLEX, BY_NAME["bool_"])]
        logic = (g.logical_and(x, s), g.logical_not(x), g.where(g.isnan(x), 1j, x), g.not_(s))
        return tuple(each for group in (*both, *others, casts, logic) for each in group)

    x = grid(dtype, PARTS)
    agree(text, types, [[x, x[number]] for number in (0, 17, 79)], sizes=size)


FUNCTIONS = sorted(
    {*IN_RESULT, "abs"}
    - {*EXACT, *ROUNDED, "pow", "power", "float_power", "positive", "negative", "conj"}
)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_functions(dtype: np.dtype, agree: Check) -> None:
    types: dict[str, Type] = {"x": TensorType(dtype, (n,)), "s": ScalarType(dtype)}

    def text(g: Builder, x: Any, s: Any) -> Any:
        found = [getattr(g, name)(v) for name in FUNCTIONS for v in (x, s)]
        return (*found, g.pow(x, 2), g.power(s, 2), g.angle(x), g.var(x))

    x = grid(dtype, FINITE)
    agree(text, types, [[x, x[9]]], sizes=size, ulp=8)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_reductions(dtype: np.dtype, agree: Check) -> None:
    types: dict[str, Type] = {
        "x": TensorType(dtype, (n,)),
        "a": TensorType(dtype, (3, n)),
        "r": TensorType(part_dtype(dtype), (n,)),
    }

    def text(g: Builder, x: Any, a: Any, r: Any) -> Any:
        sums = (g.sum(x), g.sum(a, axis=1), g.sum(a, axis=0), g.sum(r, dtype=dtype), g.mean(x))
        others = (g.cumsum(x), g.any(x), g.all(a, axis=0), g.mean(a, axis=1))
        return (*sums, *others, g.matmul(a, x), g.vdot(x, r), g.dot(r, x))

    rng = np.random.default_rng(3)
    calls = []
    for length in (1, 3, 7, 64, 65, 300, 1000):
        a = rng.standard_normal((4, length, 2)).view(np.complex128)[..., 0].astype(dtype)
        calls.append([a[0].copy(), a[1:], a[2].real.copy()])
    agree(text, types, calls, sizes=size, ulp=64)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_sums_add_in_numpys_order(dtype: np.dtype, agree: Check) -> None:
    types: dict[str, Type] = {"x": TensorType(dtype, (n,))}
    rng = np.random.default_rng(4)
    sizes = (1, 3, 4, 8, 63, 64, 65, 129, 500, 1001)
    calls = [[rng.standard_normal(2 * s).view(np.complex128).astype(dtype)] for s in sizes]
    agree(lambda g, x: g.sum(x), types, calls, sizes=size)


def test_memory_and_control(agree: Check) -> None:
    dtype = BY_NAME["c64"]
    types: dict[str, Type] = {
        "x": TensorType(dtype, (n, 2)),
        "s": ScalarType(BY_NAME["c128"]),
        "b": BOOL_NUMBER,
    }

    def text(g: Builder, x: Any, s: Any, b: Any) -> Any:
        y = g.store(x, g.s_[0], 1j)
        y = g.store(y, g.s_[..., 1], g.index(y, g.s_[..., 0]))
        z = g.concat((g.transpose(y), g.full((2, 1), 2 - 1j, dtype)), axis=1)
        w = g.if_(b, lambda v: (g.multiply(v, 2j),), lambda v: (v,), (s,))
        return y, z, w, g.zeros((2,), dtype), g.ones_like(s), g.expand_dims(y, 0), s

    x = grid(dtype, PARTS).reshape(-1, 2)
    calls = [[x, np.complex128(1 - 2j), True], [x[::-1], np.complex128(np.nan), False]]
    agree(text, types, calls, sizes=size)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_powers(dtype: np.dtype, agree: Check) -> None:
    types: dict[str, Type] = {"x": TensorType(dtype, (n,)), "y": TensorType(dtype, (n,))}

    def text(g: Builder, x: Any, y: Any) -> Any:
        numbers = (0, 1, 2, 3, -1, -2, 7, 0.5, 2.5, 1j)
        return (*(g.pow(x, number) for number in numbers), g.power(x, y), g.float_power(y, 3))

    x = grid(dtype, [part for part in FINITE if part]) / 3
    agree(text, types, [[x, np.roll(x, 7) / 5]], sizes=size, ulp=32)


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
def test_order_and_closeness(dtype: np.dtype, agree: Check) -> None:
    """Numbers with a NaN in one part stand behind all others, in an order of their own."""
    types: dict[str, Type] = {
        "x": TensorType(dtype, (n,)),
        "y": TensorType(dtype, (n,)),
        "clean": TensorType(dtype, (k,)),
    }

    def text(g: Builder, x: Any, y: Any, clean: Any) -> Any:
        order = (g.sort(x), g.argsort(x), g.argmax(x), g.argmin(x), g.argmax(clean))
        searches = [g.searchsorted(g.sort(clean), x, side=side) for side in ("left", "right")]
        close = [g.isclose(x, y, equal_nan=nan) for nan in (False, True)]
        whole = (g.array_equal(x, x, equal_nan=True), g.allclose(clean, clean), g.flatnonzero(x))
        rounded = (g.clip(x, -1, 1 + 1j), g.round(x, decimals=1), g.nan_to_num(x), g.unique(clean))
        return (*order, *searches, *close, *whole, *rounded, g.copyto(x, y, where=g.isnan(x)))

    x = grid(dtype, PARTS)
    rng = np.random.default_rng(6)
    calls = [[each, each * (1 + 1e-7), grid(dtype, FINITE)] for each in (x, rng.permutation(x))]
    agree(text, types, calls, sizes=lambda x, y, clean: {"n": len(x), "k": len(clean)})
