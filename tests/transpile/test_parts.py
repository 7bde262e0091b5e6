"""Functions whose call says how many results they have give them in NumPy's list or tuple."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Tensor, f64, graph

n = dslc.dims("n")


@graph
def parts_of_sizes(x: Tensor[f64, n], y: Tensor[f64, n, n]) -> Any:
    half = np.split(x, [x.shape[0] // 2])
    thirds = np.array_split(x, 3)
    columns = np.hsplit(y, [1, (y.shape[0] + 1) // 2])
    return half, thirds, np.array_split(y, [len(x) // 3, 2 * (len(x) // 3)], axis=1), columns


@graph
def parts(x: Tensor[f64, n], y: Tensor[f64, n]) -> Any:
    cut = np.split(x, [1, 2])
    one = np.split(x, 1)
    (whole,) = np.array_split(y, [])
    first, second = np.hsplit(x, [2])
    return cut, one, one[0], whole, first, second, np.meshgrid(x), np.broadcast_arrays(x, y)


def test_containers_are_those_of_numpy() -> None:
    x, y = np.arange(3.0), np.arange(3.0, 6.0)
    expected = parts(x, y)
    for device in ("reference", "step"):
        given = dslc.compile(parts, device=device)(x, y)
        assert repr(given) == repr(expected)


@pytest.mark.parametrize("size", [0, 1, 2, 5, 6, 40])
def test_places_may_be_sizes(size: int) -> None:
    x, y = np.arange(float(size)), np.arange(float(size * size)).reshape(size, size)
    expected = parts_of_sizes(x, y)
    for device in ("reference", "step", "auto"):
        given = dslc.compile(parts_of_sizes, device=device)(x, y)
        assert repr(given) == repr(expected)
