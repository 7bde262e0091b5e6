"""Share equal nodes: what is computed twice is computed once.

Before:

    low = g.subtract(x, mean)                                     # f32[n]
    gap = g.subtract(x, mean)                                     # f32[n]
    y = g.multiply(low, gap)                                      # f32[n]

After:

    low = g.subtract(x, mean)                                     # f32[n]
    y = g.multiply(low, low)                                      # f32[n]

A region takes what the block around it has. A node that can raise is shared too: where the first
one did not, the second would not. Calls are shared where they show nothing. Not shared is what a
write changes, which would need a copy, and two arrays that the caller gets.
"""

from __future__ import annotations

from collections.abc import Hashable

from dslc.ir.equal_nodes import key_of, may_be_shared
from dslc.ir.escapes import escaping, written
from dslc.ir.graph import Graph, Node, Operand, Region
from dslc.ir.rebuild import Rebuilding, replaced_body
from dslc.ir.remarks import remark
from dslc.ir.types import TensorType


def share_equal_nodes(graph: Graph) -> Graph:
    """The graph in which no node computes what another one has computed."""
    return replaced_body(graph, _Sharing(graph).region(graph.body))


class _Sharing(Rebuilding):
    """One walk; knows the first node of each kind that can be seen from where it is."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(self._shared)
        self._first: dict[Hashable, Node] = {}
        self._added: list[Hashable] = []  # in this region
        self._escaping = escaping(graph)
        self._written = written(graph)

    def region(self, region: Region) -> Region:
        """The region, after which what it computes is no longer seen."""
        outer, self._added = self._added, []
        made = super().region(region)
        for key in self._added:
            del self._first[key]
        self._added = outer
        return made

    def _shared(self, node: Node) -> Node | tuple[Operand, ...]:
        if not may_be_shared(node):
            return node
        key = key_of(node)
        first = self._first.get(key)
        if first is None:
            self._first[key] = node
            self._added.append(key)
            return node
        if not self._may_stand(first, node):
            return node
        self._escaping.update(
            one for one, other in zip(first.results, node.results, strict=True)
            if other in self._escaping
        )  # fmt: skip
        remark(f"`{node.op.name}` is computed already", node.place)
        return first.results

    def _may_stand(self, first: Node, node: Node) -> bool:
        """Whether the results of the first node may stand for those of the other."""
        both = (*first.results, *node.results)
        if any(isinstance(value.type, TensorType) and value in self._written for value in both):
            return False
        pairs = zip(first.results, node.results, strict=True)
        return not any(
            isinstance(one.type, TensorType) and one in self._escaping and other in self._escaping
            for one, other in pairs
        )
