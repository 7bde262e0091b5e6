"""Order products: integers are multiplied in the order that takes the least.

Before, where `a` and `b` are n times n, and `v` is a vector:

    product = g.matmul(a, b)                                      # i64[n, n]
    y = g.matmul(product, v)                                      # i64[n]

After:

    y_matmul = g.matmul(b, v)                                     # i64[n]
    y = g.matmul(a, y_matmul)                                     # i64[n]

Sums of integers wrap, so any order gives the same bits. The factors of an `einsum` are multiplied
in pairs.
"""

from __future__ import annotations

from dslc.ir.dtypes import is_integer
from dslc.ir.graph import Graph
from dslc.ir.product_orders import reorder


def order_products(graph: Graph) -> Graph:
    """The graph with each product of several integer factors in its best order."""
    return reorder(graph, is_integer)
