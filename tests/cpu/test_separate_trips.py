"""Loops in blocks around the one trip that stores what the others read."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dslc
from dslc import Tensor, graph, i64
from dslc.cpu.print_kernel import print_kernel

n = dslc.dims("n")


@graph
def eliminated(given: Tensor[i64, n, n]):
    """Rows less others, at all places: each row reads a place that one of its own trips stores."""
    a = given.copy()
    for k in range(a.shape[0]):
        for i in range(a.shape[0]):
            for j in range(a.shape[0]):
                a[i, j] -= a[i, k] * a[k, j]
    return a


@graph
def ahead(given: Tensor[i64, n]):
    """Elements and the one behind them, where the trip before it stores what is read."""
    a = given.copy()
    for k in range(a.shape[0]):
        for j in range(a.shape[0] - 1):
            a[j + 1] = a[j + 1] * 3 + a[k]
    return a


@graph
def running(given: Tensor[i64, n, n]):
    """Each trip reads what the one before stored."""
    a = given.copy()
    for i in range(a.shape[0]):
        for j in range(1, a.shape[0]):
            a[i, j] += a[i, j - 1]
    return a


@graph
def columns(given: Tensor[i64, n, n]):
    """Each trip reads elsewhere in the row that is stored to."""
    a = given.copy()
    for i in range(a.shape[0]):
        for j in range(a.shape[0]):
            a[i, j] += a[j, i]
    return a


@graph
def two_places(given: Tensor[i64, n, n]):
    """Two trips store what others read."""
    a = given.copy()
    for k in range(a.shape[0]):
        for j in range(a.shape[0]):
            a[k, j] += a[k, k] - a[k, 0]
    return a


SPLIT = (eliminated, ahead)


@pytest.mark.parametrize("function", [*SPLIT, running, columns, two_places])
def test_results_are_those_of_the_loops(function) -> None:
    native = dslc.compile(function, device="cpu")
    rank = 1 if function is ahead else 2
    for size in (0, 1, 2, 3, 9, 40):
        x = np.random.default_rng(size).integers(-2, 3, (size,) * rank)
        with np.errstate(over="ignore"):  # both wrap around
            expected = function.__wrapped__(x)
        np.testing.assert_array_equal(native(x), expected)
    kernel = print_kernel(native.graph).text
    alone = re.findall(r"SIDE_BY_SIDE\n.*block_end\(\w+, \w+, ([^)]*)\)", kernel)
    assert alone == {eliminated: ["k"], ahead: ["k - 1"]}.get(function, [])
