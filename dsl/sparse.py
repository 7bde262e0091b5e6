"""Sparse matrices, to and from SciPy's too, and products with the arrays of their entries."""

from typing import TYPE_CHECKING, Any

import numpy as np

from dslc.ir.ops.sparse import (
    coo_matmul,
    csr_matmul,
    csr_rows,
    sampled_matmul,
)

from .assumptions import assume
from .sparse_annotation import sparse_spec
from .sparse_matrices import COO, CSR

__all__ = [
    "COO",
    "CSR",
    "Sparse",
    "coo",
    "coo_matmul",
    "csr",
    "csr_matmul",
    "csr_rows",
    "from_dense",
    "from_scipy",
    "sampled_matmul",
    "to_scipy",
]

if TYPE_CHECKING:
    from typing import Annotated as Sparse
else:

    class Sparse:
        """`Sparse[f32, n, m]`: a CSR; `Sparse[f32, n, m, "coo"]`: a COO.

        With the dtype of indices at the end, `Sparse[f32, n, m, i32]`, where that is not i64.
        """

        def __class_getitem__(cls, items: Any) -> Any:
            if isinstance(items, tuple) and len(items) > 3 and isinstance(items[3], str):
                kind = {"coo": COO, "csr": CSR}.get(items[3])
                if kind is not None:
                    return sparse_spec(kind, (*items[:3], *items[4:]))
            return sparse_spec(CSR, items)


def as_indices(places: Any) -> Any:
    """Integers as i64, those of 32 bits as they are."""
    return places if places.dtype == np.int32 else places.astype(np.int64)


def coo(data: Any, rows: Any, columns: Any, shape: Any) -> COO:
    """A matrix in coordinates of this shape; ValueError where an entry is outside of it."""
    extent = np.zeros((shape[0], shape[1], 0), np.uint8)
    if np.any((rows < 0) | (rows >= shape[0])) or np.any((columns < 0) | (columns >= shape[1])):
        raise ValueError("an entry of a sparse matrix is outside of its shape")
    return COO(data, as_indices(rows), as_indices(columns), extent)


def csr(data: Any, indices: Any, indptr: Any, shape: Any) -> CSR:
    """A matrix in compressed rows of this shape.

    ValueError where an entry is outside of it, or `indptr` does not rise from 0 to the number of
    entries.
    """
    assume(indptr.shape[0] == shape[0] + 1)
    found = coo(data, csr_rows(indptr, size=len(data)), indices, shape)
    return CSR(data, found.columns, as_indices(indptr), found.extent)


def from_dense(dense: Any) -> CSR:
    """The elements of a matrix that are not 0 as entries, in compressed rows."""
    rows, columns = np.nonzero(dense)
    found: CSR = coo(dense[rows, columns], rows, columns, dense.shape).to_csr()
    return found


def from_scipy(matrix: Any, index: Any = np.int64) -> Any:
    """A `COO` of a matrix or array of `scipy.sparse` in coordinates, else a `CSR`.

    Entries that repeat, and their order, stay as they are. `index` is the dtype of rows and
    columns: np.int64, or np.int32, of which products read half as much.
    """
    if matrix.format == "coo":
        rows, columns = (np.asarray(each, index) for each in (matrix.row, matrix.col))
        return coo(np.asarray(matrix.data), rows, columns, matrix.shape)
    found = matrix.tocsr()
    indices, indptr = (np.asarray(each, index) for each in (found.indices, found.indptr))
    return csr(np.asarray(found.data), indices, indptr, matrix.shape)


def to_scipy(matrix: Any) -> Any:
    """A `scipy.sparse` array of a matrix, in the same format."""
    from scipy import sparse

    if isinstance(matrix, COO):
        places = matrix.rows, matrix.columns
        return sparse.coo_array((matrix.data, places), matrix.shape)
    return sparse.csr_array((matrix.data, matrix.indices, matrix.indptr), matrix.shape)
