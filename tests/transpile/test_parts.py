"""Functions whose call says how many results they have give them in NumPy's list or tuple."""

from __future__ import annotations

from typing import Any

import numpy as np

import dslc
from dslc import Tensor, f64, graph

n = dslc.dims("n")


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
