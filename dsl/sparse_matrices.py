"""Sparse matrices as values: `CSR[f32, n, m]` and `COO[f32, n, m]`.

An entry is a place and a number. Several entries of one place count together, and entries stand in
any order; `sum_duplicates` gives each place one entry, in the order of rows and then columns. What
has no entry is 0, and stays 0 whatever it is multiplied with. What is written here is the meaning
in plain Python, and it is inlined where a graph function calls it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.ops.sparse import coo_matmul, csr_matmul, csr_rows, sampled_matmul

from .assumptions import assume
from .parametric import ParametricSpec
from .sparse_annotation import sparse_spec


class Matrix:
    """What both formats do by their entries.

    Each has the fields `data` and `extent`, an array of the shape `(rows, columns, 0)` that has no
    elements and tells the sizes, and the rows and columns of its entries (`places`).
    """

    data: Any
    extent: Any

    def __class_getitem__(cls, items: Any) -> ParametricSpec:
        return sparse_spec(cls, items)

    @property
    def shape(self) -> Any:
        """How many rows and columns there are."""
        return self.extent.shape[0], self.extent.shape[1]

    @property
    def dtype(self) -> Any:
        """The dtype of the entries."""
        return self.data.dtype

    @property
    def nnz(self) -> Any:
        """How many entries there are."""
        return self.data.shape[0]

    def places(self) -> Any:
        """The row and the column of each entry, in two arrays."""
        raise NotImplementedError

    def with_data(self, data: Any) -> Any:
        """Other numbers for the entries, in their order."""
        raise NotImplementedError

    def to_coo(self) -> Any:
        """In coordinates, the entries in their order."""
        raise NotImplementedError

    def to_dense(self) -> Any:
        """The matrix as an array; entries of one place are added in their order."""
        dense = np.zeros(self.shape, self.data.dtype)
        np.add.at(dense, self.places(), self.data)
        return dense

    def check_canonical(self) -> None:
        """ValueError unless each place has one entry, in the order of rows and then columns."""
        rows, columns = self.places()
        after = (rows[1:] == rows[:-1]) & (columns[1:] > columns[:-1])
        if not np.all(after | (rows[1:] > rows[:-1])):
            raise ValueError(
                "entries of a sparse matrix repeat or are not in order: take `sum_duplicates()`"
            )

    # --- elements ---------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or kwargs:
            return NotImplemented
        if len(inputs) == 1:
            if ufunc in (
                np.negative, np.positive, np.absolute, np.fabs, np.sqrt, np.square, np.cbrt,
                np.sin, np.tan, np.arcsin, np.arctan, np.sinh, np.tanh, np.arcsinh, np.arctanh,
                np.expm1, np.log1p, np.sign, np.floor, np.ceil, np.trunc, np.rint, np.conjugate,
            ):  # fmt: skip
                return self.mapped(ufunc)
            return NotImplemented
        left, right = inputs
        if ufunc is np.multiply:
            return left * right if isinstance(left, Matrix) else right * left
        if ufunc is np.matmul:
            return left @ right if isinstance(left, Matrix) else right.__rmatmul__(left)
        if ufunc is np.divide and isinstance(left, Matrix):
            return left / right
        return NotImplemented

    def mapped(self, function: Any) -> Any:
        """A function that gives 0 for 0, of each element."""
        self.check_canonical()
        return self.with_data(function(self.data))

    def __neg__(self) -> Any:
        return self.with_data(-self.data)

    def __abs__(self) -> Any:
        return self.mapped(np.absolute)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Matrix):
            return NotImplemented
        return self.with_data(self.data * self.factors(other))

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Matrix):
            return NotImplemented
        return self.with_data(self.data / self.factors(other))

    def factors(self, dense: Any) -> Any:
        """What a number, or an array that broadcasts to the shape, has at the entries."""
        if isinstance(dense, np.ndarray) and dense.ndim > 0:
            return np.broadcast_to(dense, self.shape)[self.places()]
        return dense

    # --- reductions -------------------------------------------------------------------------------

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.sum:
            return self.sum(*args[1:], **kwargs)
        if function is np.mean:
            return self.mean(*args[1:], **kwargs)
        if function is np.max:
            return self.max(*args[1:], **kwargs)
        if function is np.min:
            return self.min(*args[1:], **kwargs)
        return NotImplemented

    def sum(self, axis: Any = None) -> Any:
        """The sum of all elements, of each column (`axis=0`) or of each row (`axis=1`)."""
        if axis is None:
            return np.sum(self.data)
        number = self.axis_of(axis)
        rows, columns = self.places()
        data = wide_to_add(self.data)
        ones = np.ones(self.extent.shape[number], data.dtype)
        if number == 0:
            return coo_matmul(data, columns, rows, ones, size=self.extent.shape[1])
        return coo_matmul(data, rows, columns, ones, size=self.extent.shape[0])

    def mean(self, axis: Any = None) -> Any:
        """The mean of all elements, of each column (`axis=0`) or of each row (`axis=1`)."""
        if axis is None:
            return self.sum() / (self.extent.shape[0] * self.extent.shape[1])
        return self.sum(axis) / self.extent.shape[self.axis_of(axis)]

    def max(self, axis: Any = None) -> Any:
        """The greatest element, that of each column (`axis=0`) or of each row (`axis=1`).

        ValueError where the entries repeat or are not in order.
        """
        if axis is None:
            return np.max(self.max(1))
        self.check_canonical()
        place, size = self.along(axis)
        greatest = self.of_places(place, size)
        np.maximum.at(greatest, place, self.data)
        return np.where(self.has_gaps(axis), np.maximum(greatest, 0), greatest)

    def min(self, axis: Any = None) -> Any:
        """The least element, that of each column (`axis=0`) or of each row (`axis=1`).

        ValueError where the entries repeat or are not in order.
        """
        if axis is None:
            return np.min(self.min(1))
        self.check_canonical()
        place, size = self.along(axis)
        least = self.of_places(place, size)
        np.minimum.at(least, place, self.data)
        return np.where(self.has_gaps(axis), np.minimum(least, 0), least)

    def axis_of(self, axis: int) -> int:
        """0 or 1 for an axis; ValueError for a number that is none."""
        if axis in (0, -2):
            return 0
        if axis in (1, -1):
            return 1
        raise ValueError("a matrix has the axes 0 and 1")

    def along(self, axis: int) -> Any:
        """The column of each entry for the axis 0, the row for 1, and how many there are."""
        number = self.axis_of(axis)
        if self.extent.shape[number] == 0:
            raise ValueError("the greatest or least of no elements")
        rows, columns = self.places()
        if number == 0:
            return columns, self.extent.shape[1]
        return rows, self.extent.shape[0]

    def of_places(self, place: Any, size: Any) -> Any:
        """One entry of each row or column, 0 where it has none."""
        chosen = np.zeros(size, self.data.dtype)
        chosen[place] = self.data
        return chosen

    def has_gaps(self, axis: int) -> Any:
        """Whether each column (axis 0) or row (1) has a place without an entry."""
        place, size = self.along(axis)
        counts = np.zeros(size, np.int64)
        np.add.at(counts, place, 1)
        return counts < self.extent.shape[self.axis_of(axis)]

    # --- products ---------------------------------------------------------------------------------

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Matrix) or other.ndim > 2:
            return NotImplemented
        assume(other.shape[0] == self.extent.shape[1])
        rows, columns = self.places()
        return coo_matmul(self.data, rows, columns, other, size=self.extent.shape[0])

    def __rmatmul__(self, other: Any) -> Any:
        if isinstance(other, Matrix) or other.ndim > 2:
            return NotImplemented
        assume(other.shape[-1] == self.extent.shape[0])
        rows, columns = self.places()
        if other.ndim == 1:
            return coo_matmul(self.data, columns, rows, other, size=self.extent.shape[1])
        return coo_matmul(self.data, columns, rows, other.T, size=self.extent.shape[1]).T

    def sampled_matmul(self, a: Any, b: Any) -> Any:
        """The elements of `a @ b` at the entries, as a matrix with entries there."""
        rows, columns = self.places()
        assume(a.shape[0] == self.extent.shape[0])
        assume(b.shape[1] == self.extent.shape[1])
        return self.with_data(sampled_matmul(a, b, rows, columns))


@dataclass(frozen=True, eq=False)
class COO(Matrix):
    """A sparse matrix in coordinates.

    Attributes:
        data: the numbers of the entries.
        rows: the row of each, i64 or i32, from 0.
        columns: the column of each, from 0.
        extent: without elements; its shape is `(number of rows, number of columns, 0)`.
    """

    data: Any
    rows: Any
    columns: Any
    extent: Any

    def places(self) -> Any:
        return self.rows, self.columns

    def with_data(self, data: Any) -> Any:
        assume(data.shape[0] == self.data.shape[0])
        return COO(data, self.rows, self.columns, self.extent)

    @property
    def T(self) -> Any:
        """The matrix with rows and columns exchanged; nothing is copied."""
        return COO(self.data, self.columns, self.rows, np.swapaxes(self.extent, 0, 1))

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Matrix):
            return NotImplemented
        assume(other.extent.shape[0] == self.extent.shape[0])
        assume(other.extent.shape[1] == self.extent.shape[1])
        more = other.to_coo()
        data = np.concatenate((self.data, more.data))
        rows = np.concatenate((self.rows, more.rows))
        return COO(data, rows, np.concatenate((self.columns, more.columns)), self.extent)

    def __sub__(self, other: Any) -> Any:
        return self + (-other) if isinstance(other, Matrix) else NotImplemented

    def to_coo(self) -> Any:
        """The matrix itself."""
        return self

    def to_csr(self) -> Any:
        """In compressed rows: the entries by row, those of one row in the order they have."""
        order = np.argsort(self.rows, kind="stable")
        ends = np.zeros(self.extent.shape[0] + 1, np.int64)
        np.add.at(ends, self.rows + 1, 1)
        pointers = np.cumsum(ends).astype(self.columns.dtype)
        return CSR(self.data[order], self.columns[order], pointers, self.extent)

    def sum_duplicates(self) -> Any:
        """One entry for each place that has any, in the order of rows and then columns."""
        order = np.argsort(self.columns, kind="stable")
        order = order[np.argsort(self.rows[order], kind="stable")]
        rows, columns = self.rows[order], self.columns[order]
        first = np.ones(len(order), np.bool_)
        first[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
        kept = rows[first]
        data = np.zeros(len(kept), self.data.dtype)
        np.add.at(data, np.cumsum(first) - 1, self.data[order])
        return COO(data, kept, columns[first], self.extent)


@dataclass(frozen=True, eq=False)
class CSR(Matrix):
    """A sparse matrix in compressed rows.

    Attributes:
        data: the numbers of the entries, row after row.
        indices: the column of each, i64 or i32, from 0.
        indptr: where the entries of each row begin and, at its end, how many there are: one more
            than there are rows; from 0, never less than the one before.
        extent: without elements; its shape is `(number of rows, number of columns, 0)`.
    """

    data: Any
    indices: Any
    indptr: Any
    extent: Any

    def places(self) -> Any:
        rows = csr_rows(self.indptr, size=len(self.data))
        return rows.astype(self.indices.dtype), self.indices

    def with_data(self, data: Any) -> Any:
        assume(data.shape[0] == self.data.shape[0])
        return CSR(data, self.indices, self.indptr, self.extent)

    @property
    def T(self) -> Any:
        """The matrix with rows and columns exchanged, in coordinates."""
        return self.to_coo().T

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Matrix) or other.ndim > 2:
            return NotImplemented
        assume(other.shape[0] == self.extent.shape[1])
        return csr_matmul(self.data, self.indices, self.indptr, other)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Matrix):
            return NotImplemented
        return (self.to_coo() + other).to_csr()

    def __sub__(self, other: Any) -> Any:
        return self + (-other) if isinstance(other, Matrix) else NotImplemented

    def sum(self, axis: Any = None) -> Any:
        """The sum of all elements, of each column (`axis=0`) or of each row (`axis=1`)."""
        if axis in (1, -1):
            data = wide_to_add(self.data)
            ones = np.ones(self.extent.shape[1], data.dtype)
            return csr_matmul(data, self.indices, self.indptr, ones)
        return super().sum(axis)

    def to_coo(self) -> Any:
        """In coordinates, the entries in their order."""
        rows, columns = self.places()
        return COO(self.data, rows, columns, self.extent)

    def to_csr(self) -> Any:
        """The matrix itself."""
        return self

    def sum_duplicates(self) -> Any:
        """One entry for each place that has any, in the order of rows and then columns."""
        return self.to_coo().sum_duplicates().to_csr()


def wide_to_add(data: Any) -> Any:
    """Numbers in the dtype in which NumPy adds them."""
    if data.dtype.kind == "u":
        return data.astype(np.uint64)
    return data.astype(np.int64) if data.dtype.kind in "bi" else data
