"""Axes in any order: squares that do not fit, axes of one element, empty arrays."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType

SHAPES = ((3, 17, 35), (1, 40, 2), (0, 4, 3), (20, 1, 16))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_every_order(build: Callable[..., Graph], rank: int) -> None:
    names = [f"n{axis}" for axis in range(rank)]
    orders = list(itertools.permutations(range(rank)))

    def transposed(g: Any, x: Any) -> Any:
        return tuple(g.concat((g.transpose(x, axes=axes),)) for axes in orders)

    native = Native.of(
        build(transposed, {"x": TensorType(BY_NAME["i16"], tuple(map(symbol, names)))})
    )
    for shape in (each[-rank:] for each in SHAPES):
        x = np.arange(np.prod(shape), dtype=np.int16).reshape(shape)
        found = native([x], dict(zip(names, shape, strict=True)))
        for axes, one in zip(orders, found, strict=True):
            np.testing.assert_array_equal(one, x.transpose(axes))
