"""Elementwise ops natively where the drawn operands do not reach: precision, attributes, bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.op import REGISTRY
from dslc.ir.ops.rules import EITHER_ZERO
from dslc.ir.types import BOOL_NUMBER, FLOAT, INT, ScalarType, TensorType, Type

Check = Callable[..., None]
n, m = dims("n m")
F32, F64 = BY_NAME["f32"], BY_NAME["f64"]

FUNCTIONS = sorted(
    name
    for name, op in REGISTRY.items()
    if op.numpy and isinstance(getattr(np, op.numpy[0], None), np.ufunc) and op.ulp > 1
)
"""Ufuncs that are approximated."""


def awkward(dtype: np.dtype) -> np.ndarray:
    """Values of all magnitudes, near 0 and 1, and where functions have their ends."""
    random = np.random.default_rng(0)
    exponents = random.uniform(-30, 30, 2000)
    signs = random.choice([-1.0, 1.0], 2000)
    near = [0.0, -0.0, 1.0, -1.0, np.pi, np.pi / 2, 8.0, np.inf, -np.inf, np.nan]
    close = 1 + random.uniform(-1e-3, 1e-3, 500)
    parts = [
        signs * 2.0**exponents,
        random.uniform(-20, 20, 2000),
        close,
        random.uniform(-1, 1, 500),
    ]
    return np.concatenate([near, *parts]).astype(dtype)


@pytest.mark.parametrize("dtype", [F32, F64], ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("ulp", sorted({REGISTRY[name].ulp for name in FUNCTIONS}))
def test_precision(dtype: np.dtype, ulp: float, agree: Check) -> None:
    names = [name for name in FUNCTIONS if REGISTRY[name].ulp == ulp]

    def text(g: Builder, x: Any, y: Any) -> Any:
        calls = [(getattr(g, name), len(REGISTRY[name].operands)) for name in names]
        return tuple(function(*(x, y)[:count]) for function, count in calls)

    x = awkward(dtype)
    types = {"x": TensorType(dtype, (n,)), "y": TensorType(dtype, (n,))}
    calls = [(x, np.roll(x, 7)), (x, np.roll(x, 2503))]
    agree(text, types, calls, sizes=lambda x, y: {"n": len(x)}, ulp=ulp)


@pytest.mark.parametrize("dtype", [F32, F64], ids=lambda dtype: dtype.name)
def test_special_functions(dtype: np.dtype, agree: Check) -> None:
    def text(g: Builder, x: Any, one: Any) -> Any:
        return g.i0(x), g.sinc(x), g.i0(one), g.sinc(one)

    types: dict[str, Type] = {"x": TensorType(dtype, (n,)), "one": ScalarType(dtype)}
    x = awkward(dtype)
    agree(text, types, [(x, x[-1])], sizes=lambda x, one: {"n": len(x)}, ulp=8)


def test_rounding_to_decimals(agree: Check) -> None:
    def text(g: Builder, *given: Any) -> Any:
        return tuple(
            g.round(x, decimals=d)
            for x in given[:3]
            for d in (0, 1, 3, -1, -2, 22)[: 6 if x is not given[2] else 3]
        )

    types = {
        "x": TensorType(F32, (n,)),
        "y": TensorType(F64, (n,)),
        "k": TensorType(BY_NAME["i8"], (n,)),
    }
    x = np.concatenate([awkward(F64)[:2500], np.arange(-20, 20) / 8])
    call = (x.astype(F32), x, (np.arange(len(x)) % 256 - 128).astype(np.int8))
    agree(text, types, [call], sizes=lambda x, *_: {"n": len(x)})


def test_numbers_in_place_of_nan(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, k: Any) -> Any:
        return (
            g.nan_to_num(x),
            g.nan_to_num(y),
            g.nan_to_num(y, nan=2, posinf=1e300, neginf=-0.5),
            g.nan_to_num(x, nan=float("inf"), posinf=1e300),
            g.nan_to_num(k),
        )

    types = {
        "x": TensorType(F32, (n,)),
        "y": TensorType(F64, (n,)),
        "k": TensorType(BY_NAME["u8"], (n,)),
    }
    y = np.array([0.0, -0.0, 1.5, np.inf, -np.inf, np.nan])
    agree(
        text,
        types,
        [(y.astype(F32), y, np.arange(6, dtype=np.uint8))],
        sizes=lambda x, *_: {"n": 6},
    )


def test_clip(agree: Check) -> None:
    def text(g: Builder, x: Any, k: Any, low: Any, row: Any, number: Any) -> Any:
        return (
            g.clip(x, 0.0, 1.0),
            g.clip(x, low, 2),
            g.clip(x, row, number),
            g.clip(k, 2, 100),
            g.clip(k, 0.5, row),
            g.clip(low, 0, 1),
            g.clip(number, low, 5),
        )

    types: dict[str, Type] = {
        "x": TensorType(F32, (n, m)), "k": TensorType(BY_NAME["u8"], (n, m)),
        "low": ScalarType(F32), "row": TensorType(F32, (m,)), "number": FLOAT,
    }  # fmt: skip
    x = np.array([[-1.0, 0.5, np.nan], [7.0, np.inf, -0.0]], F32)
    k = np.array([[0, 1, 2], [99, 100, 255]], np.uint8)
    row = np.array([0.0, np.nan, 2.0], F32)
    calls = [(x, k, F32.type(-3), row, 1.0), (x[:0], k[:0], F32.type(np.nan), row, np.nan)]
    agree(text, types, calls, sizes=lambda x, *_: {"n": len(x), "m": 3}, ulp=EITHER_ZERO)


@pytest.mark.parametrize("dtype", [F32, F64], ids=lambda dtype: dtype.name)
def test_clip_to_the_same_bounds(dtype: np.dtype, agree: Check) -> None:
    def text(g: Builder, x: Any, low: Any, high: Any) -> Any:
        return g.clip(x, low, high), g.clip(low, -0.0, high), g.clip(x, 0.0, -0.0)

    types: dict[str, Type] = {"x": TensorType(dtype, (n,)), "low": ScalarType(dtype), "high": FLOAT}
    bounds = [-1.0, 0.0, -0.0, 2.0, np.nan]
    x = np.array([*bounds, 5.0, np.inf, -np.inf], dtype)
    calls = [(x, dtype.type(low), high) for low in bounds for high in bounds]
    agree(text, types, calls, sizes=lambda x, *_: {"n": len(x)}, ulp=EITHER_ZERO)


FLOATING = [1.0, 1.0 + 1e-6, 1.1, -1.0, 0.0, np.inf, -np.inf, np.nan]


def closeness_types() -> dict[str, Type]:
    return {
        "x": TensorType(F32, (n, m)), "y": TensorType(F64, (m,)), "z": TensorType(F32, (n, m)),
        "k": TensorType(BY_NAME["i64"], (n, 1)), "s": ScalarType(F32),
        "number": FLOAT, "integer": INT,
    }  # fmt: skip


def closeness_calls() -> list[Sequence[Any]]:
    x = np.array([FLOATING, FLOATING[::-1]], F32)
    y, z = np.array(FLOATING), x.copy()
    z[0, 0] = 1.00001
    k = np.array([[1], [0]])
    calls = [(x, y, z, k, F32.type(1), 1.0, 1), (x, y, x, k, F32.type(np.nan), np.nan, 0)]
    return [*calls, (x[:0], y, z[:0], k[:0], F32.type(0), np.inf, 2**53 + 1)]


def test_closeness(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, z: Any, k: Any, s: Any, number: Any, integer: Any) -> Any:
        pairs = [
            *((x, y), (y, x), (x, z), (x, k), (k, x), (x, s), (s, y), (number, x), (x, number)),
            *((x, 1), (k, integer), (number, integer), (number, number), (s, 1.0), (k, k)),
        ]
        close = [
            function(*pair, **tolerances)
            for pair in pairs
            for function in (g.isclose, g.allclose)
            for tolerances in ({}, {"rtol": 0, "atol": 0.2, "equal_nan": True})
        ]
        return tuple(close)

    agree(text, closeness_types(), closeness_calls(), sizes=lambda x, *_: {"n": len(x), "m": 8})


def test_equal_arrays(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, z: Any, k: Any, s: Any, number: Any, integer: Any) -> Any:
        pairs = [(x, z), (x, x), (x, y), (k, k), (s, number), (integer, s), (integer, True), (k, 1)]
        return tuple(g.array_equal(*pair, equal_nan=nan) for pair in pairs for nan in (False, True))

    agree(text, closeness_types(), closeness_calls(), sizes=lambda x, *_: {"n": len(x), "m": 8})


NARROW = [BY_NAME[name] for name in ("i8", "u8", "i16", "u16", "i32", "u64")]


@pytest.mark.parametrize("dtype", NARROW, ids=lambda dtype: dtype.name)
def test_bits(dtype: np.dtype, agree: Check) -> None:
    """Every count of a shift beside the awkward values; the divisors of the limits."""

    def text(g: Builder, x: Any, y: Any) -> Any:
        names = (
            "left_shift",
            "right_shift",
            "bitwise_and",
            "bitwise_or",
            "bitwise_xor",
            "gcd",
            "lcm",
            "fmod",
        )
        both = [getattr(g, name)(x, y) for name in names]
        return (*both, g.invert(x), g.bitwise_count(x), g.square(x), g.left_shift(x, 3))

    info = np.iinfo(dtype)
    wide = [info.min, info.min + 1, 0, 1, 2, 6, 12, 100, info.max - 1, info.max]
    counts = [*range(info.bits + 2), info.min, info.max, 0 if info.min == 0 else -1]
    x = np.array([a for a in wide for _ in counts], dtype)
    y = np.array([b for _ in wide for b in counts], dtype)
    types = {"x": TensorType(dtype, (n,)), "y": TensorType(dtype, (n,))}
    agree(text, types, [(x, y), (x, x[::-1].copy())], sizes=lambda x, y: {"n": len(x)})


@pytest.mark.parametrize("op", ["left_shift", "right_shift"])
def test_shifts_of_numbers(op: str, agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any) -> Any:
        return getattr(g, op)(x, y)

    values = [0, 1, -1, 5, 2**62, -(2**62), 2**63 - 1, -(2**63)]
    counts = [0, 1, 2, 61, 62, 63, 64, 65, 2**40, -1, -(2**63)]
    agree(text, {"x": INT, "y": INT}, [(x, y) for x in values for y in counts])


def test_extremes_of_numbers(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, i: Any, j: Any, b: Any) -> Any:
        return (
            g.greatest((x, y)), g.least((x, y)), g.greatest((x, 0.0, y)), g.least((y, 1, x, -0.0)),
            g.greatest((i, j, 3)), g.least((i, j)), g.least((b, True)), g.greatest((i, True)),
        )  # fmt: skip

    types: dict[str, Type] = {"x": FLOAT, "y": FLOAT, "i": INT, "j": INT, "b": BOOL_NUMBER}
    floats = [0.0, -0.0, 1.5, -2.0, np.inf, np.nan]
    calls = [(x, y, k - 3, 2 - k, k > 2) for x in floats for k, y in enumerate(floats)]
    agree(text, types, calls)


@pytest.mark.parametrize("dtype", NARROW[:4], ids=lambda dtype: dtype.name)
def test_narrow_integers_wrap_in_the_test_of_a_loop(dtype: np.dtype, agree: Check) -> None:
    """A short test is one expression, where C++ would compute in `int`."""
    operations: list[Callable[[Builder, Any], Any]] = [
        lambda g, s: g.add(s, s),
        lambda g, s: g.subtract(s, 7),
        lambda g, s: g.multiply(s, 3),
        lambda g, s: g.negative(s),
        lambda g, s: g.invert(s),
        lambda g, s: g.square(s),
        lambda g, s: g.abs(s),
    ]
    info = np.iinfo(dtype)
    values = [info.min, info.max, 0, 1, info.max // 2 + 1, 3]
    for operation in operations:

        def text(g: Builder, s: Any, limit: Any, operation: Any = operation) -> Any:
            def test(k: Any) -> Any:
                small = g.less(operation(g, s), limit)
                return g.and_(g.less(k, 2), small)

            return g.while_(test, lambda k: (g.add(k, 1),), (0,))

        scalar = ScalarType(dtype)
        calls = [(np.array(a, dtype)[()], np.array(b, dtype)[()]) for a in values for b in values]
        agree(text, {"s": scalar, "limit": scalar}, calls)


def test_bools_in_the_test_of_a_loop(agree: Check) -> None:
    def text(g: Builder, a: Any, b: Any) -> Any:
        def test(k: Any) -> Any:
            return g.and_(g.less(k, 2), g.equal(g.add(a, b), b))

        return g.while_(test, lambda k: (g.add(k, 1),), (0,))

    scalar = ScalarType(BY_NAME["bool_"])
    truths = [np.False_, np.True_]
    agree(text, {"a": scalar, "b": scalar}, [(a, b) for a in truths for b in truths])
