"""Gradients of products with sparse matrices: those of the entries are samples of a product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.graph import Node, Operand, Value
from dslc.ir.ops.sparse import coo_matmul, csr_rows

from ..rule import READS, Share, gradient_of


@gradient_of("csr_matmul")
def _(data: Any, indices: Any, indptr: Any, dense: Any, *, y: Any, d: Any) -> list[Share]:
    rows = csr_rows(indptr, size=data.shape[0])
    return _shares(data, rows, indices, dense, d)


def _shares(data: Any, rows: Any, columns: Any, dense: Any, d: Any) -> list[Share]:
    def of_data() -> Any:
        products = np.take(d, rows, axis=0) * np.take(dense, columns, axis=0)
        return (
            products
            if products.ndim == 1
            else np.sum(products, axis=tuple(range(1, products.ndim)))
        )

    def of_dense() -> Any:
        return coo_matmul(data, columns, rows, d, size=dense.shape[0])

    return [of_data, None, None, of_dense]


@gradient_of("coo_matmul")
def _(data: Any, rows: Any, columns: Any, dense: Any, *, y: Any, d: Any, size: Any) -> list[Share]:
    return _shares(data, rows, columns, dense, d)


def _read(node: Node, active: set[Value]) -> Sequence[Operand]:
    """The places, and of entries and dense array what the other one's share is made of."""
    data, *places, dense = node.operands
    pairs = [(data, dense), (dense, data)]
    return [*places, *(operand for operand, other in pairs if other in active)]


READS["csr_matmul"] = READS["coo_matmul"] = _read
