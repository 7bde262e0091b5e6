"""Prune dead nodes: what has no effect and nobody reads is left out.

Before:

    y_exp = g.exp(x)                                              # f32[n]
    y = g.multiply(x, 2.0)                                        # f32[n]
    return y

After:

    y = g.multiply(x, 2.0)                                        # f32[n]
    return y

What a node relied on stays required. Values that a loop carries for nobody stay.
"""

from __future__ import annotations

from collections.abc import Iterable

from dslc.ir.dims import Dim, Size, symbols
from dslc.ir.graph import Graph, Node, Operand, Region, Value
from dslc.ir.rebuild import rebuild
from dslc.ir.types import shape_of
from dslc.ir.verify_types import sizes_in


def prune_dead_nodes(graph: Graph) -> Graph:
    """The graph without nodes that change nothing."""
    is_live = _Reading(graph).is_live
    return rebuild(graph, lambda node: node if is_live(node) else node.results)


class _Reading:
    """Walks a graph from its end to its start, collecting what is read.

    A dim is read by its name, wherever it stands: in an operand, an attribute or a type.
    """

    def __init__(self, graph: Graph) -> None:
        self._values: set[Value] = set()
        self._dims: set[str] = set()
        self._region(graph.body)

    def is_live(self, node: Node) -> bool:
        """Whether leaving out the node would change something."""
        return (
            bool(node.effects)
            or not self._values.isdisjoint(node.results)
            or any(value.dim is not None and str(value.dim) in self._dims for value in node.results)
        )

    def _region(self, region: Region) -> None:
        self._read(region.results)
        for node in reversed(region.nodes):
            if self.is_live(node):
                self._node(node)
        self._read_types(region.parameters)

    def _node(self, node: Node) -> None:
        self._read(node.operands)
        self._read_types(node.results)
        self._read_sizes(sizes_in(tuple(node.attributes.values())))
        for region in node.regions:
            self._region(region)

    def _read(self, operands: Iterable[Operand]) -> None:
        for operand in operands:
            if isinstance(operand, Value):
                self._values.add(operand)
            elif isinstance(operand, Dim):
                self._read_sizes((operand,))

    def _read_types(self, values: Iterable[Value]) -> None:
        for value in values:
            self._read_sizes(shape_of(value.type))

    def _read_sizes(self, sizes: Iterable[Size]) -> None:
        self._dims.update(name for size in sizes for name in symbols(size))
