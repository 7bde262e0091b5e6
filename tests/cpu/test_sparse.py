"""Native products with sparse matrices: the reference's bits and errors, and what SciPy gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from dslc.cpu import load
from dslc.cpu.native import Native
from dslc.cpu.recipe import RECIPE
from dslc.ir.builder import Builder
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType, Type

from .conftest import Build, Check

sparse = pytest.importorskip("scipy.sparse")
rng = np.random.default_rng(7)
n, m, k, e = dims("n m k e")


def drawn(rows: int, columns: int, entries: int, dtype: str, index: str) -> tuple[Any, ...]:
    """Entries in the order of rows with places that repeat, and pointers."""
    owners = np.sort(rng.integers(0, rows, entries)) if rows else np.zeros(0, int)
    data = (rng.standard_normal(len(owners)) * 50).astype(BY_NAME[dtype])
    places = rng.integers(0, max(columns, 1), len(owners)).astype(BY_NAME[index])
    indptr = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=rows))])
    return data, places, owners, indptr.astype(BY_NAME[index])


def text(g: Builder, data: Any, columns: Any, rows: Any, indptr: Any, x: Any, y: Any) -> Any:
    return (
        g.csr_matmul(data, columns, indptr, x),
        g.csr_matmul(data, columns, indptr, y),
        g.coo_matmul(data, rows, columns, y, size=n),
        g.coo_matmul(data, columns, rows, g.csr_matmul(data, columns, indptr, x), size=m),
        g.csr_rows(indptr, size=e),
    )


def types_of(dtype: str, index: str, dense: str) -> dict[str, Type]:
    return {
        "data": TensorType(BY_NAME[dtype], (e,)),
        "columns": TensorType(BY_NAME[index], (e,)),
        "rows": TensorType(BY_NAME["i64"], (e,)),
        "indptr": TensorType(BY_NAME[index], (n + 1,)),
        "x": TensorType(BY_NAME[dense], (m,)),
        "y": TensorType(BY_NAME[dense], (m, k)),
    }


def sizes(data: Any, columns: Any, rows: Any, indptr: Any, x: Any, y: Any) -> dict[str, int]:
    return {"e": len(data), "n": len(indptr) - 1, "m": len(x), "k": y.shape[1]}


@pytest.mark.parametrize(
    ("dtype", "index", "dense", "ulp"),
    [
        ("f32", "i64", "f32", 0), ("f64", "i32", "f32", 0), ("i8", "i32", "i8", 0),
        ("bool_", "u16", "bool_", 0), ("f32", "i32", "i32", 0), ("c128", "i64", "f64", 2),
    ],
)  # fmt: skip
def test_bits_of_the_reference(
    dtype: str, index: str, dense: str, ulp: float, agree: Check
) -> None:
    def call(rows: int, columns: int, entries: int, width: int) -> tuple[Any, ...]:
        data, places, owners, indptr = drawn(rows, columns, entries, dtype, index)
        x = (rng.standard_normal(columns) * 50).astype(BY_NAME[dense])
        y = (rng.standard_normal((columns, width)) * 50).astype(BY_NAME[dense])
        return data, places, owners, indptr, x, y

    calls = [call(*size) for size in ((5, 4, 12, 3), (0, 3, 0, 2), (3, 0, 0, 1), (2, 3, 9, 0))]
    calls += [call(7, 9, 60, width) for width in (1, 8, 32, 33, 150)]
    # Rows side by side: some, too long ones, empty ones.
    calls += [call(40, 9, count, 1) for count in (5, 90, 400, 3000)]
    agree(text, types_of(dtype, index, dense), calls, sizes=sizes, ulp=ulp)


def wrong(change: str, at: int, value: int) -> tuple[Any, ...]:
    data, columns, rows, indptr = drawn(3, 4, 6, "f32", "i64")
    call = {"columns": columns, "rows": rows, "indptr": indptr}
    call[change][at] = value
    x, y = np.ones(4, np.float32), np.ones((4, 2), np.float32)
    return data, call["columns"], call["rows"], call["indptr"], x, y


def test_errors(agree: Check) -> None:
    """A place that is out of bounds, pointers that fall or leave the entries; -1 is the last."""
    places = [wrong("columns", 2, value) for value in (4, -5, -1)]
    places += [wrong("rows", 1, value) for value in (3, -4, -1)]
    pointers = [wrong("indptr", at, value) for at in (0, 1, 3) for value in (-1, 7, 5)]
    empty = wrong("columns", 0, 9)
    data, columns, rows, indptr = drawn(20, 4, 60, "f32", "i64")
    columns[np.array([7, 31])] = -1, -4
    places.append(
        (data, columns, rows, indptr, np.ones(4, np.float32), np.ones((4, 2), np.float32))
    )
    calls = [*places, *pointers, (*empty[:5], np.ones((4, 0), np.float32))]
    agree(text, types_of("f32", "i64", "f32"), calls, sizes=sizes)


@pytest.fixture
def many_tiles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    recipe = replace(RECIPE, flags=(*RECIPE.flags, "-DDSLC_GRAIN=1"))
    monkeypatch.setattr("dslc.cpu.native.RECIPE", recipe)
    yield
    load.set_threads(2, find_compiler())


@pytest.mark.usefixtures("many_tiles")
def test_scipy_and_threads(build: Build) -> None:
    """The same bits as SciPy's for any number of threads."""
    types = types_of("f64", "i32", "f64")
    kernel = Native.of(build(text, types))
    data, columns, rows, indptr = drawn(50, 40, 400, "f64", "i32")
    x, y = rng.standard_normal(40), rng.standard_normal((40, 200))
    matrix = sparse.csr_array((data, columns, indptr), shape=(50, 40))
    arguments = [data, columns, rows, indptr, x, y]
    run: Callable[[], Any] = partial(kernel, arguments, sizes(*arguments))
    for count in (1, 2, 7):
        load.set_threads(count, find_compiler())
        vector, product, from_places, back, owners = run()
        assert np.array_equal(vector, matrix @ x)
        assert np.array_equal(product, matrix @ y)
        assert np.array_equal(from_places, matrix.tocoo(copy=True) @ y)
        np.testing.assert_allclose(back, matrix.T @ (matrix @ x))
        assert np.array_equal(owners, matrix.tocoo(copy=True).coords[0])
