"""Sparse matrices: products with the arrays of their entries."""

from dslc.ir.ops.sparse import (
    coo_matmul,
    csr_matmul,
    csr_rows,
    sampled_matmul,
)

__all__ = [
    "coo_matmul",
    "csr_matmul",
    "csr_rows",
    "sampled_matmul",
]
