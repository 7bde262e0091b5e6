"""The greatest and the least of rows: NaN wins, wherever it stands, for any length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType

n, m = symbol("n"), symbol("m")


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_of_rows(build: Callable[..., Graph], dtype: str) -> None:
    def best(g: Any, x: Any) -> Any:
        return g.max(x, axis=(1,)), g.min(x, axis=(1,))

    native = Native.of(build(best, {"x": TensorType(BY_NAME[dtype], (n, m))}))
    draw = np.random.default_rng(4)
    for width in (*range(1, 40), 127, 128, 129, 200, 300):
        x = draw.normal(size=(6, width)).astype(BY_NAME[dtype])
        x[1, draw.integers(width)] = np.nan
        x[2, draw.integers(width)] = np.inf
        x[3] = -np.inf
        x[4, draw.integers(width, size=3)] = [np.nan, np.inf, -np.inf]
        greatest, least = native([x], {"n": 6, "m": width})
        np.testing.assert_array_equal(greatest, x.max(1))
        np.testing.assert_array_equal(least, x.min(1))
