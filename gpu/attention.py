"""Which products are loops of a kernel: those of attention, whose scores are never whole.

All others are the library's.
"""

from __future__ import annotations

from collections.abc import Iterator

from dslc.ir.graph import Graph, Node
from dslc.ir.nests.language import Nest, Plain, Product, Total, plain_statements
from dslc.ir.passes.fuse import fuse


def products_of_attention(graph: Graph) -> set[Node]:
    """The products of queries by keys, and of what a softmax makes of these by values."""
    return {
        product.node
        for node in fuse(graph).walk()
        if node.op.name == "nest"
        for product in _of_nest(node.attributes["nest"])
    }


def _of_nest(nest: Nest) -> Iterator[Product]:
    """The last product before the greatest of its row is found, and the first behind it."""
    found: list[Plain] = list(plain_statements(nest.body))
    scores: Product | None = None
    has_top = False
    for each in found:
        if isinstance(each, Total) and each.how == "max":
            has_top = scores is not None
        elif isinstance(each, Product):
            left = each.loads[0].array
            if scores is not None and has_top and scores.array in nest.rows and left in nest.rows:
                yield scores
                yield each
            scores, has_top = each, False
