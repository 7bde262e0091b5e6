"""Sparse matrices: plain Python, graphs and SciPy agree."""

from __future__ import annotations

import dataclasses
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import COO, CSR, DslError
from dslc.sparse import from_scipy, to_scipy

from . import programs

sparse = pytest.importorskip("scipy.sparse")

SHAPES = [(4, 5, 9), (1, 1, 1), (3, 2, 0), (6, 3, 30), (0, 3, 0), (3, 0, 0)]


def drawn(rng: np.random.Generator, n: int, m: int, count: int, dtype: Any = np.float64) -> Any:
    """A matrix in coordinates, in any order, with places that repeat."""
    rows, columns = (rng.integers(0, max(size, 1), count) for size in (n, m))
    data = rng.integers(-9, 9, count).astype(dtype)
    return sparse.coo_array((data, (rows, columns)), (n, m))


def parts(value: Any) -> list[Any]:
    """The arrays and numbers in results."""
    if dataclasses.is_dataclass(value):
        return parts([getattr(value, each.name) for each in dataclasses.fields(value)])
    if isinstance(value, tuple | list):
        return [part for each in value for part in parts(each)]
    return [value]


@cache
def compiled(program: Any) -> Any:
    return dslc.compile(program, device="reference")


def run(program: Any, *arguments: Any) -> Any:
    """What plain Python gives; the graph gives the same bits."""
    expected = program(*arguments)
    found = compiled(program)(*arguments)
    same(found, expected)
    return expected


def same(found: Any, expected: Any) -> None:
    for one, other in zip(parts(found), parts(expected), strict=True):
        assert type(one) is type(other)
        if isinstance(one, np.ndarray):
            assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def dense(matrix: Any) -> np.ndarray:
    """By SciPy."""
    return np.asarray(to_scipy(matrix).todense())


@pytest.fixture(params=SHAPES, ids=str)
def case(request: pytest.FixtureRequest) -> Any:
    """A matrix of SciPy in coordinates and one in compressed rows, and a generator."""
    n, m, count = request.param
    rng = np.random.default_rng(n * 10 + m)
    a, b = drawn(rng, n, m, count), drawn(rng, n, m, count)
    # By hand: SciPy's own conversion adds what repeats.
    order = np.argsort(b.row, kind="stable")
    indptr = np.concatenate([[0], np.cumsum(np.bincount(b.row, minlength=n))])
    b = sparse.csr_array((b.data[order], b.col[order], indptr), shape=(n, m))
    return a, b, rng


def test_products(case: Any) -> None:
    a, b, rng = case
    n, m = b.shape
    x, y, z = (rng.integers(-9, 9, shape).astype(float) for shape in (m, (m, 3), (3, n)))
    found = run(programs.products, from_scipy(b), x, y, z)
    same(found, (b @ x, b @ y, z @ b, b.T @ z.T, z[0] @ b))
    found = run(programs.products_of_places, from_scipy(a), y, z)
    same(found, (a @ y, z @ a, a.T @ z.T, z @ a))


def test_formats(case: Any) -> None:
    a, b, _ = case
    csr, coo, *arrays, turned, exchanged = run(programs.formats, from_scipy(a), from_scipy(b))
    assert isinstance(csr, CSR) and isinstance(coo, COO)
    same(arrays, [a.todense(), b.todense()])
    same([dense(each) for each in (csr, coo)], arrays)
    same([dense(turned), dense(exchanged)], [arrays[0].T, arrays[1].T])
    for one, other in ((csr, a.tocsr(copy=True)), (from_scipy(b), b)):
        assert one.shape == other.shape and one.dtype == other.dtype
        assert one.nnz >= other.nnz


def test_reductions(case: Any) -> None:
    a, b, _ = case
    x, y = a.todense(), b.todense()
    total, by_rows, by_columns = run(programs.sums, from_scipy(b), from_scipy(a))
    same(total, y.sum())
    same(by_rows, (y.sum(1), x.sum(1), x.sum(1)))
    same(by_columns, (y.sum(0), x.sum(0), y.sum(0)))
    with np.errstate(all="ignore"):
        found = run(programs.means, from_scipy(b))
    if y.size:
        same(found, (y.mean(), y.mean(0), y.mean(1)))
        a, b = (from_scipy(each).sum_duplicates() for each in (a, b))
        found = run(programs.extremes, b, a)
        same(found, (y.max(), x.min(), y.min(0), y.max(1), x.max(0), x.min(1)))


def test_elements(case: Any) -> None:
    a, b, rng = case
    x = rng.integers(1, 9, b.shape).astype(float)
    row = x[0] if len(x) else np.ones(b.shape[1])
    y = b.todense()
    scaled, *products = run(programs.elements, from_scipy(b), x, row, np.float64(4.0))
    same([dense(each) for each in scaled], [2.0 * y, y * 4.0, -y, y / 4.0])
    expected = [y * x, x * y, row * y, y / row, y * x.sum(1, keepdims=True)]
    for one, other in zip(products, expected, strict=True):
        np.testing.assert_allclose(dense(one), other)
    canonical = from_scipy(a).sum_duplicates()
    found = run(programs.functions, canonical)
    values = canonical.to_dense()
    same([dense(each) for each in found], [np.abs(values), np.sin(values), np.square(values)])


def test_sums_of_matrices(case: Any) -> None:
    a, b, _ = case
    one, other, *canonical = run(programs.added, from_scipy(b), from_scipy(a))
    x, y = a.todense(), b.todense()
    same([dense(one), dense(other)], [y + x, x - y])
    same([dense(each) for each in canonical], [y + x, x])
    places = a.copy()
    places.sum_duplicates()
    assert canonical[1].nnz == len(places.data)
    canonical[1].check_canonical()


def test_samples(case: Any) -> None:
    _, b, rng = case
    x, y = rng.standard_normal((b.shape[0], 3)), rng.standard_normal((3, b.shape[1]))
    found = run(programs.sampled, from_scipy(b), x, y)
    rows, columns = found.places()
    np.testing.assert_allclose(found.data, (x @ y)[rows, columns])


def test_making(case: Any) -> None:
    a, _, _ = case
    x = a.todense()
    found, count, shape = run(programs.from_array, x)
    same(dense(found), x)
    assert (count, shape) == (np.count_nonzero(x), x.shape)
    made, product = run(programs.made, a.data, a.row.astype(int), a.col.astype(int), x)
    same([dense(made), product], [x, x @ x.T])


def test_indices_of_32_bits(case: Any) -> None:
    a, b, rng = case
    x, y = rng.integers(-9, 9, b.shape[1]).astype(float), b.todense()
    one, other = (from_scipy(each, np.int32) for each in (b, a))
    results = run(programs.of_narrow_indices, one, other, x)
    product, columns, scaled, turned, compressed, added = results
    same([product, columns], [y @ x, y.sum(0)])
    same([dense(scaled), dense(turned)], [2.0 * y, y.T])
    same([dense(compressed), dense(added)], [a.todense(), y + a.todense()])
    for each in (scaled.indices, scaled.indptr, turned.rows, compressed.indptr):
        assert each.dtype == np.int32


def test_integers_are_added_as_numpy_adds_them() -> None:
    rng = np.random.default_rng(0)
    a = drawn(rng, 3, 4, 40).astype(np.int8) * 12
    b = abs(drawn(rng, 3, 4, 40)).astype(np.uint16)
    found = run(programs.integers, from_scipy(a.tocsr()), from_scipy(b))
    x, y = a.todense().astype(np.int64), b.todense().astype(np.uint64)
    same(found, (x.sum(), x.sum(0), x.sum(1), y.sum(0), y.sum(1)))


def test_loops_and_branches() -> None:
    a = drawn(np.random.default_rng(1), 5, 5, 9, np.float32).tocsr()
    x = np.ones((5, 2), np.float32)
    for steps in (0, 2, 4):
        run(programs.diffused, from_scipy(a), x, steps)


def test_gradients() -> None:
    a = drawn(np.random.default_rng(2), 4, 3, 8).tocsr()
    x = np.random.default_rng(3).standard_normal((3, 2))
    by_x = dslc.grad(compiled(programs.loss), "x")(from_scipy(a), x)
    np.testing.assert_allclose(by_x, 2 * a.T @ (a @ x))


def test_graph_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a whole matrix of scores; gradients by differences."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent.parent)
    sample = import_module("samples.graph_network")
    rng = np.random.default_rng(5)
    edges = (rng.random((6, 6)) < 0.4).astype(np.float32)
    edges[2] = 0
    x = rng.standard_normal((6, 3)).astype(np.float32)
    parts = [rng.standard_normal(each).astype(np.float32) for each in ((3, 4), 4, 4)]

    def attended(weight: Any, receiving: Any, sending: Any) -> Any:
        sent = x @ weight
        scores = np.add.outer(sent @ receiving, sent @ sending)
        scores = np.where(scores > 0, scores, 0.2 * scores)
        weights = edges * np.exp(scores - scores.max(1, keepdims=True))
        weights = weights / np.maximum(weights.sum(1, keepdims=True), 1e-30)
        return np.where((got := weights @ sent) > 0, got, np.expm1(got))

    given = dslc.sparse.from_dense(edges), x, sample.Attention(*parts)
    np.testing.assert_allclose(run(sample.attend, *given), attended(*parts), rtol=1e-4, atol=1e-6)
    d = rng.standard_normal((6, 4)).astype(np.float32)
    _, gradient = dslc.vjp(compiled(sample.attend), "layer")(*given, d)
    for number, name in enumerate(("weight", "receiving", "sending")):
        step = rng.standard_normal(parts[number].shape) * 1e-4
        ends = [[each.astype(np.float64) for each in parts] for _ in range(2)]
        ends[0][number] -= step
        ends[1][number] += step
        change = np.sum(d * (attended(*ends[1]) - attended(*ends[0]))) / 2
        np.testing.assert_allclose(np.sum(getattr(gradient, name) * step), change, rtol=1e-3)


def test_errors() -> None:
    a = from_scipy(drawn(np.random.default_rng(2), 4, 3, 8))
    outside = dataclasses.replace(a, rows=a.rows + 3)
    with pytest.raises(DslError, match="with an entry in row"):
        programs.functions(outside)
    falling = dataclasses.replace(a.to_csr(), indptr=np.array([0, 5, 3, 8, 8]))
    with pytest.raises(DslError, match="does not rise from 0 to 8"):
        programs.means(falling)
    repeated = COO(np.ones(2), np.array([1, 1]), np.array([2, 2]), a.extent)
    for run_it in (programs.functions, compiled(programs.functions)):
        with pytest.raises(ValueError, match="sum_duplicates"):
            run_it(repeated)
    with pytest.raises(ValueError, match="outside of its shape"):
        programs.made(np.ones(1), np.array([0]), np.array([-1]), np.ones((2, 2)))
    for items in (dslc.f32, (dslc.f32, 3), (dslc.f32, 3, 4, 5)):
        with pytest.raises(DslError, match="the number of rows and that of columns"):
            CSR.__class_getitem__(items)
    with pytest.raises(DslError, match="i64 or i32, not i16"):
        CSR.__class_getitem__((dslc.f32, 3, 4, dslc.i16))
    narrow = dataclasses.replace(a, rows=a.rows.astype(np.int32) - 1)
    with pytest.raises(DslError, match="i32"):
        programs.functions(narrow)
    with pytest.raises(TypeError):
        _ = a + 1.0
    with pytest.raises(TypeError):
        np.cos(a)
    with pytest.raises(DslError, match="does not hold"):
        _ = a @ np.ones(4)
