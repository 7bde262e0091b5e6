"""Drawn calls of products with sparse matrices; in plain Python, a loop over the entries."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, pick

INDICES = [np.dtype(name) for name in ("i8", "i4", "i8", "u2")]


def _indices(rng: Rng, count: int, size: int) -> np.ndarray:
    dtype = pick(rng, INDICES)
    low = -size if dtype.kind == "i" and rng.random() < 0.2 else 0
    high = size + (rng.random() < 0.05)
    return np.asarray(rng.integers(low, max(high, 1), count)).astype(dtype)


def _pointers(rng: Rng, count: int, rows: int) -> np.ndarray:
    found = np.sort(rng.integers(0, count + 1, rows + 1))
    found[0], found[-1] = 0, count
    if rng.random() < 0.1:
        found[rng.integers(rows + 1)] += pick(rng, [-1, 1])
    return found.astype(pick(rng, INDICES[:3]))


def _entries(rng: Rng) -> tuple[np.ndarray, np.ndarray, int, int]:
    """Entries, a dense array, the count of entries and rows."""
    count, rows, size = (int(number) for number in rng.integers(0, 6, 3))
    shape = (size, *(pick(rng, [0, 1, 3, 40]) for _ in range(rng.integers(2))))
    entries = draw_array(rng, (count,))
    dense = draw_array(rng, shape, entries.dtype if rng.random() < 0.6 else None)
    if rng.random() < 0.05:
        dense = dense[..., None, None]
    return entries, dense, count, rows


def _added(data: Any, rows: Any, columns: Any, dense: Any, size: int) -> Any:
    if any(not -size <= int(row) < size for row in rows):
        raise IndexError
    product = np.multiply(data[:0], dense[:0].ravel())
    wide = np.float32 if product.dtype.itemsize == 2 and product.dtype.kind in "fV" else None
    result = np.zeros((size, *dense.shape[1:]), wide or product.dtype)
    for entry, row, column in zip(data, rows, columns, strict=True):
        factor = np.asarray(entry).astype(result.dtype)
        result[int(row)] = result[int(row)] + factor * dense[int(column)].astype(result.dtype)
    return result.astype(product.dtype)


def csr_matmul(record: Op, rng: Rng) -> Call:
    data, dense, count, rows = _entries(rng)
    indices = _indices(rng, count, len(dense))
    indptr = _pointers(rng, count, rows)

    def in_python() -> Any:
        if indptr[0] != 0 or indptr[-1] != count or any(np.diff(indptr.astype(int)) < 0):
            raise ValueError
        owners = [row for row in range(rows) for _ in range(indptr[row], indptr[row + 1])]
        return _added(data, owners, indices, dense, rows)

    return Call([data, indices, indptr, dense], {}, [in_python])


def coo_matmul(record: Op, rng: Rng) -> Call:
    data, dense, count, size = _entries(rng)
    rows, columns = _indices(rng, count, size), _indices(rng, count, len(dense))
    in_python = [lambda: _added(data, rows, columns, dense, size)]
    return Call([data, rows, columns, dense], {"size": size}, in_python)


def csr_rows(record: Op, rng: Rng) -> Call:
    count, rows = (int(number) for number in rng.integers(0, 6, 2))
    indptr = _pointers(rng, count, rows)
    return Call([indptr], {"size": count})


def sampled_matmul(record: Op, rng: Rng) -> Call:
    rows, inner, columns, count = (int(number) for number in rng.integers(0, 5, 4))
    a = draw_array(rng, (rows, inner))
    b = draw_array(rng, (inner, columns), a.dtype if rng.random() < 0.8 else None)
    return Call([a, b, _indices(rng, count, rows), _indices(rng, count, columns)])


SPARSE = {
    "csr_matmul": csr_matmul,
    "coo_matmul": coo_matmul,
    "csr_rows": csr_rows,
    "sampled_matmul": sampled_matmul,
}
