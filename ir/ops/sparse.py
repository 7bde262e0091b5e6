"""Products with sparse matrices, given by the arrays of their entries.

Entry `p` of a matrix in coordinates (COO) stands in row `rows[p]` and column `columns[p]`. In
compressed rows (CSR) the entries of row `i` are those from `indptr[i]` on up to `indptr[i + 1]`,
in the columns `indices`. Entries need not be in order, and several of one place count together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.comparison import Comparison
from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.keys import Key
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import TensorType, Type, default_dtype

from . import attributes
from .control import check
from .create import zeros
from .operands import HALVES, check_equal, check_rank, integers, narrow, wide
from .rules import array, labels, loop_of, refuse_joined
from .scatter import add_at

POINTERS = "the pointers of rows do not rise from 0 to the number of entries"

# --- products with a dense array ----------------------------------------------------------------


@op(public="sparse.csr_matmul", effects=Effects.RAISES)
def csr_matmul(data: Any, indices: Any, indptr: Any, dense: Any) -> Any:
    """Product of a sparse matrix in compressed rows with a vector or a matrix.

    More axes of `dense` are columns too.
    The products of a row are added in the order of its entries, of 16 bits in f32. Columns are
    indices of `dense` as NumPy has them. IndexError for one that is out of bounds, ValueError
    where `indptr` does not rise from 0 to the number of entries.

    >>> from dslc.sparse import csr_matmul
    >>> indices, indptr = np.array([0, 2, 1]), np.array([0, 2, 2, 3])
    >>> csr_matmul(np.array([1.0, 2.0, 3.0]), indices, indptr, np.array([1.0, 10.0, 100.0]))
    array([201.,   0.,  30.])
    """
    return _added(data, _rows(indptr, len(data)), indices, dense, len(indptr) - 1)


@op(public="sparse.coo_matmul", effects=Effects.RAISES, sizes=("size",))
def coo_matmul(data: Any, rows: Any, columns: Any, dense: Any, *, size: Any) -> Any:
    """Product of a sparse matrix of `size` rows in coordinates with a vector or a matrix.

    More axes of `dense` are columns too.
    The products are added to their rows in the order of the entries, of 16 bits in f32. Rows are
    indices of the result and columns of `dense` as NumPy has them. IndexError for one that is out
    of bounds. With rows and columns exchanged it is the product with the transposed matrix.

    >>> from dslc.sparse import coo_matmul
    >>> rows, columns = np.array([2, 0, 0]), np.array([1, 0, 2])
    >>> coo_matmul(np.array([3.0, 1.0, 2.0]), rows, columns, np.array([1.0, 10.0, 100.0]), size=3)
    array([201.,   0.,  30.])
    """
    return _added(data, rows, columns, dense, size)


def _added(data: Any, rows: Any, columns: Any, dense: Any, size: int) -> Any:
    """Products of the entries with rows of an array, added to rows of the result."""
    _check_inside(columns, len(dense))
    _check_inside(rows, size)
    dtype = np.multiply(np.empty(0, data.dtype), np.empty(0, dense.dtype)).dtype
    sums = np.float32 if dtype in HALVES else dtype
    factors = data.astype(sums).reshape(-1, *(1,) * (dense.ndim - 1))
    result = np.zeros((size, *dense.shape[1:]), sums)
    np.add.at(result, rows.astype(np.int64), factors * dense.astype(sums)[columns.astype(np.int64)])
    return result.astype(dtype)


def _check_inside(indices: Any, size: int) -> None:
    places = indices.astype(np.int64)
    outside = places[(places < -size) | (places >= size)]
    if len(outside):
        message = f"index {outside[0]} is out of bounds for axis 0 with size {size}"
        raise IndexError(message)


@csr_matmul.type
def _(facts: Facts, data: Type, indices: Type, indptr: Type, dense: Type) -> Type:
    types = (data, indices, indptr, dense)
    roles = ("data", "indices", "indptr", "dense")
    pointers = array(indptr, "`csr_matmul`", 2)
    _check_operands(facts, types, roles, (0, 1), "`csr_matmul`")
    if facts.answer(least := Comparison("<=", 1, pointers.shape[0])) is False:
        raise RuleError("shape-mismatch", "`indptr` has a pointer more than there are rows")
    facts.assume(least)
    return _product(data, dense, pointers.shape[0] - 1)


@coo_matmul.normal
def _(facts: Facts, *types: Type, size: Any) -> dict[str, Any]:
    return {"size": attributes.size(size, "`size`")}


@coo_matmul.type
def _(facts: Facts, data: Type, rows: Type, columns: Type, dense: Type, *, size: Size) -> Type:
    types = (data, rows, columns, dense)
    _check_operands(facts, types, ("data", "rows", "columns", "dense"), (0, 1, 2), "`coo_matmul`")
    return _product(data, dense, size)


def _check_operands(
    facts: Facts, types: tuple[Type, ...], roles: tuple[str, ...], entries: tuple[int, ...],
    what: str,
) -> None:  # fmt: skip
    """The ranks and dtypes, and that those of the entries are of one size."""
    refuse_joined(types, what)
    shown = labels(types, roles)
    for number, (type_, role) in enumerate(zip(types, roles, strict=True)):
        rank = array(type_, what, number).rank
        if rank != 1 and (role != "dense" or rank == 0):
            axes = "one axis at least" if role == "dense" else "one axis"
            raise RuleError("rank-mismatch", f"`{role}` has {axes}", {number: shown[number]})
        dtype = default_dtype(type_)
        if 0 < number < 3 and (dtype == BOOL or not is_integer(dtype)):
            raise RuleError("dtype-mismatch", f"`{role}` is of integers", {number: shown[number]})
    try:
        for number in entries[1:]:
            facts.meet(array(types[0], what).shape[0], array(types[number], what).shape[0])
    except DimMismatch as mismatch:
        message = f"there is one of each for every entry: {mismatch}"
        found = {number: shown[number] for number in entries}
        raise RuleError("shape-mismatch", message, found, never=mismatch.comparison) from None


def _product(data: Type, dense: Type, rows: Size) -> Type:
    dtype = loop_of(np.multiply, (data, dense))[-1]
    return TensorType(dtype, (rows, *array(dense, "a product", 3).shape[1:]))


# --- rows of entries ----------------------------------------------------------------------------


@op(public="sparse.csr_rows", effects=Effects.RAISES, sizes=("size",))
def csr_rows(indptr: Any, *, size: Any) -> Any:
    """The row of each of `size` entries of a matrix in compressed rows.

    ValueError where `indptr` does not rise from 0 to `size`.

    >>> from dslc.sparse import csr_rows
    >>> csr_rows(np.array([0, 2, 2, 3]), size=3)
    array([0, 0, 2])
    """
    return _rows(indptr, size)


def _rows(indptr: Any, entries: int) -> Any:
    if indptr[0] != 0 or indptr[-1] != entries or np.any(indptr[1:] < indptr[:-1]):
        raise ValueError(POINTERS)
    counts = np.diff(indptr.astype(np.int64))
    return np.repeat(np.arange(len(counts)), counts)


@csr_rows.expansion
def _(indptr: Any, *, size: Any) -> Any:
    check_rank(integers(indptr, "indptr"), 1, "indptr", "[rows + 1]")
    ends = indptr.astype(np.int64)
    rise = np.all(ends[1:] >= ends[:-1]) & (ends[0] == 0) & (ends[-1] == size)
    check(rise, message=POINTERS, error="ValueError")
    # The row of an entry is how many rows end before it.
    return np.cumsum(add_at(zeros(size + 1, np.int64), Key((ends[1:],)), 1))[:size]


# --- entries of a product -----------------------------------------------------------------------


@op(public="sparse.sampled_matmul", effects=Effects.RAISES, expands=True)
def sampled_matmul(a: Any, b: Any, rows: Any, columns: Any) -> Any:
    """Elements of the product of two matrices: those in these rows and columns.

    Nothing else of the product is computed. Rows and columns are indices as NumPy has them,
    IndexError where they are out of bounds. Of 16 bits the products are added in f32.

    >>> from dslc.sparse import sampled_matmul
    >>> a, b = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 10.0], [0.0, 1.0]])
    >>> sampled_matmul(a, b, np.array([0, 1]), np.array([1, 0]))
    array([12.,  3.])
    """
    check_rank(a, 2, "a", "[rows, inner]")
    check_rank(b, 2, "b", "[inner, columns]")
    for role, places in (("rows", rows), ("columns", columns)):
        check_rank(integers(places, role), 1, role, "[entries]")
    check_equal(a.shape[1], b.shape[0], "the columns of `a` are as many as the rows of `b`")
    check_equal(rows.shape[0], columns.shape[0], "there are a row and a column for every entry")
    left = np.take(wide(a), rows, axis=0)
    right = np.take(np.transpose(wide(b)), columns, axis=0)
    products = left * right
    like = a if a.dtype in HALVES and b.dtype in HALVES else products
    return narrow(np.sum(products, axis=1, dtype=products.dtype), like)
