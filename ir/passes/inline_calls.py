"""Inline calls: a call of a small function becomes its nodes.

Before:

    y = g.call(halved, x)                                         # f32[n]

After, where `halved` is `x * 0.5`:

    y = g.multiply(x, 0.5)                                        # f32[n]

Small is what has a few nodes, no control flow, raises and shows nothing and makes no size of its
own. A large function that is called often stays one function: its text and its compilation too.
"""

from __future__ import annotations

from dslc.ir.graph import Graph, Node, type_of
from dslc.ir.rebuild import Instead, rebuild
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED
from dslc.ir.substitution import Substitution
from dslc.ir.types import UnsetType

MOST_NODES = 8
"""Those of a function that is small."""


def inline_calls(graph: Graph) -> Graph:
    """The graph with the small functions in place of their calls."""
    small: dict[int, bool] = {}

    def is_small(callee: Graph) -> bool:
        if id(callee) not in small:
            small[id(callee)] = _is_small(callee)
        return small[id(callee)]

    def rewrite(node: Node) -> Node | Instead:
        callee = node.attributes.get("callee")
        if not isinstance(callee, Graph) or not is_small(callee) or not _fits(node):
            return node
        remark(f"`{callee.name}` is small and stands in place of its call", node.place)
        return _inlined(node, callee)

    return rebuild(graph, rewrite)


def _is_small(callee: Graph) -> bool:
    nodes = callee.body.nodes
    if len(nodes) > MOST_NODES or any(node.op.name in STRUCTURED for node in nodes):
        return False
    if any(value.dim is not None for node in nodes for value in node.results):
        return False
    return not any(node.hidden or node.effects for node in nodes)


def _fits(node: Node) -> bool:
    """Whether what is given and taken needs nothing but names."""
    return not node.hidden and not any(isinstance(type_of(o), UnsetType) for o in node.operands)


def _inlined(node: Node, callee: Graph) -> Instead:
    """The nodes of the callee for what a call gives it."""
    walk = Substitution(node.attributes["dims"])
    walk.stand(callee.parameters, node.operands)
    nodes = walk.nodes(callee.body.nodes)
    return Instead(nodes, walk.operands(callee.results))
