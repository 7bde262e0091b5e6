"""Functions of `rt/elementary.h` on sampled bit patterns: how far from the exact value they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.backend import Cpu
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType

Build = Callable[..., Any]
n = dims("n")
ULPS = {
    **dict.fromkeys(("exp", "log", "sin", "cos"), 1.0),
    **dict.fromkeys(("exp2", "log2", "log10", "log1p", "sinh", "cosh"), 1.0),
    "expm1": 2.0,
    "tanh": 2.0,
    "cbrt": 1.0,
    "erf": 1.0,
    "erfc": 1.0,
}
"""Of f32, by function."""


def bit_patterns() -> np.ndarray:
    """Every exponent, subnormal numbers, infinities, NaN; more where functions are not flat."""
    random = np.random.default_rng(0)
    bits = random.integers(0, 1 << 32, 200_000, np.uint32).view(np.float32)
    near = random.standard_normal(100_000).astype(np.float32) * np.float32(10)
    ends = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 88.72284, -103.98]
    return np.concatenate([bits, near, near / np.float32(20), np.array(ends, np.float32)])


def exact(name: str, x: np.ndarray) -> np.ndarray:
    """The value in f64, which is exact beside f32."""
    if name in ("erf", "erfc"):
        return np.vectorize(getattr(math, name))(x.astype(np.float64))
    return getattr(np, name)(x.astype(np.float64))


def test_bit_patterns(build: Build) -> None:
    def text(g: Builder, x: Any) -> Any:
        return tuple(getattr(g, name)(x) for name in ULPS)

    graph = build(text, {"x": TensorType(BY_NAME["f32"], (n,))})
    x = bit_patterns()
    found = Cpu().compile(graph)([x], {"n": len(x)})
    for (name, ulp), one in zip(ULPS.items(), found, strict=True):
        with np.errstate(all="ignore"):
            wanted = exact(name, x)
            rounded = wanted.astype(np.float32)
        same = (one == rounded) & (np.signbit(one) == np.signbit(rounded))
        same |= np.isnan(one) & np.isnan(rounded)
        with np.errstate(all="ignore"):
            far = np.abs(one.astype(np.float64) - wanted)
            unit = np.spacing(np.maximum(np.abs(rounded), np.float32(2.0**-126)))
        wrong = ~same & ~(far <= ulp * unit)
        assert not wrong.any(), (name, x[wrong][:3], one[wrong][:3], rounded[wrong][:3])


WIDE_ULPS = {
    **dict.fromkeys(("exp", "log", "sin", "cos", "cbrt", "log2", "log10"), 1.0),
    **dict.fromkeys(("exp2", "log1p", "expm1", "sinh", "cosh", "tanh"), 2.0),
}
"""Of f64, by function."""


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="nothing wider than f64")
def test_bit_patterns_of_f64(build: Build) -> None:
    """Every exponent, angles near multiples of a right angle, and where functions are not flat."""
    random = np.random.default_rng(0)
    x = random.integers(0, 1 << 64, 100_000, np.uint64).view(np.float64)
    near = random.standard_normal(30_000) * np.array([[10.0], [0.5]])
    right = np.rint(2.0 ** random.uniform(0, 52, 20_000)) * (np.pi / 2)
    # The angle of all that is nearest to a multiple of a right angle is 6381956970095103 * 2^797.
    ends = [0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 5e-324, 1e-310, 709.7, 710.4, 2.0**1023]
    x = np.concatenate([x, *near, right, [6381956970095103 * 2.0**797, 1e22], ends])
    graph = build(
        lambda g, x: tuple(getattr(g, name)(x) for name in WIDE_ULPS),
        {"x": TensorType(BY_NAME["f64"], (n,))},
    )
    found = Cpu().compile(graph)([x], {"n": len(x)})
    for (name, ulp), one in zip(WIDE_ULPS.items(), found, strict=True):
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(x.astype(np.longdouble))
            rounded = wanted.astype(np.float64)
            same = (one == rounded) & (np.signbit(one) == np.signbit(rounded))
            same |= np.isnan(one) & np.isnan(rounded)
            unit = np.spacing(np.maximum(np.abs(rounded), 2.0**-1022))
            wrong = ~same & ~(np.abs(one - wanted) <= ulp * unit)
        assert not wrong.any(), (name, x[wrong][:3], one[wrong][:3], rounded[wrong][:3])


@pytest.mark.parametrize("angle", [1e22, -(2.0**1000), 1.5e300])
def test_large_angles(build: Build, angle: float) -> None:
    def text(g: Builder, x: Any) -> Any:
        return g.sin(x), g.cos(x)

    graph = build(text, {"x": TensorType(BY_NAME["f64"], (n,))})
    sine, cosine = Cpu().compile(graph)([np.array([angle])], {"n": 1})
    np.testing.assert_allclose([sine[0], cosine[0]], [math.sin(angle), math.cos(angle)], 1e-14)
