"""Products of matrices by tiles: right at every edge, and the same for every size around."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

s, n, k, m = dims("s n k m")

SIZES = (
    (1, 300, 50), (2, 256, 48), (7, 257, 33), (13, 5, 97), (40, 600, 49), (96, 64, 96), (25, 1, 1),
    (12, 512, 32), (3, 0, 4), (0, 3, 4), (31, 17, 130),
)  # fmt: skip
"""Rows, depth and columns: around the sizes of tiles and panels."""


@cache
def product(dtype: str, stacked: bool) -> Native:
    """The native product of two matrices; or of a stack of them, a matrix, and a vector."""
    left = TensorType(BY_NAME[dtype], (s, n, k) if stacked else (n, k))
    right = TensorType(BY_NAME[dtype], (k, m))
    parameters = {"x": left, "y": right}
    if stacked:
        parameters |= {"ys": TensorType(BY_NAME[dtype], (s, k, m))}
    g = Builder("product", [*parameters.items()])
    x, y, *ys = g.graph.parameters
    results = [g.matmul(x, each) for each in (y, *ys)]
    if stacked:
        results.append(g.matmul(x, g.index(y, g.s_[:, 0])))
    return Native.of(verify(g.finish(tuple(results))))


def multiplied(x: np.ndarray, y: np.ndarray) -> Any:
    sizes = {"n": x.shape[0], "k": x.shape[1], "m": y.shape[1]}
    return product(str(BY_NAME_OF[x.dtype]), stacked=False)([x, y], sizes)[0]


BY_NAME_OF = {BY_NAME[name]: name for name in ("f32", "f64")}


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_tile_is_right(size: tuple[int, int, int], dtype: str) -> None:
    rows, depth, columns = size
    random = np.random.default_rng(rows)
    # Small integers: every order of summation gives the same floats.
    x = random.integers(-4, 5, (rows, depth)).astype(BY_NAME[dtype])
    y = random.integers(-4, 5, (depth, columns)).astype(BY_NAME[dtype])
    np.testing.assert_array_equal(multiplied(x, y), x @ y)


def test_an_element_depends_on_its_row_and_column_alone() -> None:
    random = np.random.default_rng(0)
    x = random.standard_normal((70, 600)).astype(np.float32)
    y = random.standard_normal((600, 150)).astype(np.float32)
    whole = multiplied(x, y)
    for rows, columns in (((3, 5), (7, 12)), ((0, 70), (149, 150)), ((69, 70), (0, 150))):
        one = np.ascontiguousarray(x[slice(*rows)])
        other = np.ascontiguousarray(y[:, slice(*columns)])
        part = whole[slice(*rows), slice(*columns)]
        np.testing.assert_array_equal(multiplied(one, other), part)


def test_what_is_not_finite_stays_in_its_row_and_column() -> None:
    random = np.random.default_rng(1)
    x, y = random.standard_normal((30, 20)), random.standard_normal((20, 70))
    x[4, 3], x[17, 0], y[2, 69], y[11, 31] = np.inf, np.nan, -np.inf, np.nan
    found = multiplied(x, y)
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(found, x @ y, rtol=1e-12)


def test_stacks_and_vectors() -> None:
    random = np.random.default_rng(2)
    x = random.standard_normal((3, 9, 70))
    y, ys = random.standard_normal((70, 40)), random.standard_normal((3, 70, 40))
    sizes = {"s": 3, "n": 9, "k": 70, "m": 40}
    found = product("f64", stacked=True)([x, y, ys], sizes)
    for one, other in zip(found, (x @ y, x @ ys, x @ y[:, 0]), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)


@cache
def as_they_lie(dtype: str) -> Native:
    """Products of operands that lie otherwise than they are, each behind the plain one."""
    kinds = {"x": (n, k), "turned": (k, n), "y": (k, m), "columns": (m, k), "wide": (n, 2, k)}
    kinds |= {"v": (k,)}
    g = Builder("product", [(name, TensorType(BY_NAME[dtype], s)) for name, s in kinds.items()])
    x, turned, y, columns, wide, v = g.graph.parameters
    left, right = g.transpose(turned, (1, 0)), g.transpose(columns, (1, 0))
    part = g.index(wide, g.s_[:, 1])
    results = [g.matmul(x, y), g.matmul(left, y), g.matmul(x, right), g.matmul(left, right)]
    results += [g.matmul(part, y), g.matmul(part, right)]
    results += [g.matmul(x, v), g.matmul(left, v), g.matmul(v, y), g.matmul(v, right)]
    results += [g.matmul(left, turned), g.matmul(x, g.transpose(x, (1, 0)))]
    results += [g.matmul(left, g.transpose(x, (1, 0)))]
    return Native.of(verify(g.finish(tuple(results))))


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_how_operands_lie_changes_no_bit(size: tuple[int, int, int], dtype: str) -> None:
    rows, depth, columns = size
    random = np.random.default_rng(rows)
    x = random.standard_normal((rows, depth)).astype(BY_NAME[dtype])
    y = random.standard_normal((depth, columns)).astype(BY_NAME[dtype])
    v = random.standard_normal(depth).astype(BY_NAME[dtype])
    turned, other = np.ascontiguousarray(x.T), np.ascontiguousarray(y.T)
    given = [x, turned, y, other, np.stack([x + 1, x], axis=1), v]
    found = as_they_lie(dtype)(given, {"n": rows, "k": depth, "m": columns})
    products, by_vector, of_vector, grams = found[:6], found[6:8], found[8:10], found[10:]
    for same in (products, by_vector, of_vector, grams):
        assert len({each.tobytes() for each in same}) == 1
    for one, other in (
        (found[0], x @ y),
        (found[6], x @ v),
        (found[8], v @ y),
        (found[10], x @ x.T),
    ):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)
