"""Associate products: floats too are multiplied in the order that takes the least.

Before, where `a` and `b` are n times n, and `v` is a vector:

    product = g.matmul(a, b)                                      # f32[n, n]
    y = g.matmul(product, v)                                      # f32[n]

After:

    y_matmul = g.matmul(b, v)                                     # f32[n]
    y = g.matmul(a, y_matmul)                                     # f32[n]

It is no part of the pipeline by default: other sums are rounded otherwise.
"""

from __future__ import annotations

from dslc.ir.dtypes import is_float, is_integer
from dslc.ir.graph import Graph
from dslc.ir.product_orders import reorder


def associate_products(graph: Graph) -> Graph:
    """The graph with each product of several factors in its best order."""
    return reorder(graph, lambda dtype: is_integer(dtype) or is_float(dtype))
