"""A graph again with nodes changed or left out: what passes share.

The new graph shares with the old one, which stays as it is, the values and what has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from .graph import Graph, Node, Operand, Region, Value


@dataclass(frozen=True, slots=True)
class Instead:
    """Nodes in place of one, and what stands for its results after them."""

    nodes: Sequence[Node]
    results: tuple[Operand, ...]


Rewrite: TypeAlias = "Callable[[Node], Node | tuple[Operand, ...] | Instead]"
"""What to have instead of a node; to leave it out, what stands for its results after it."""


def rebuild(graph: Graph, rewrite: Rewrite) -> Graph:
    """The graph with every node rewritten, in order, those of its regions before it.

    `rewrite` sees nodes with their new operands and regions. Takes time linear in the nodes. Where
    nothing changes the graph comes back as it is.
    """
    return replaced_body(graph, Rebuilding(rewrite).region(graph.body))


def replaced_body(graph: Graph, body: Region) -> Graph:
    """The graph with another body; as it is where that is its own."""
    return graph if body is graph.body else replace(graph, body=body)


def rebuild_callees(graph: Graph, one_pass: Callable[[Graph], Graph]) -> Graph:
    """The graph that calls what a pass makes of the graphs it calls, each made once."""
    callees = graph.callees()
    if not callees:
        return graph
    made: dict[int, Graph] = {}

    def calling(node: Node) -> Node:
        callee = node.attributes.get("callee")
        if not isinstance(callee, Graph) or made[id(callee)] is callee:
            return node
        return replace(node, attributes={**node.attributes, "callee": made[id(callee)]})

    for callee in callees:
        made[id(callee)] = one_pass(rebuild(callee, calling))
    return rebuild(graph, calling)


def rebuild_region(region: Region, rewrite: Rewrite) -> Region:
    """The region with every node rewritten, as `rebuild` does it."""
    return Rebuilding(rewrite).region(region)


class Rebuilding:
    """One walk; `_standing` maps the results of the nodes left out to what stands for them."""

    def __init__(self, rewrite: Rewrite) -> None:
        self._rewrite = rewrite
        self._standing: dict[Value, Operand] = {}

    def region(self, region: Region) -> Region:
        """The region with every node rewritten."""
        nodes: list[Node] = []
        for old in region.nodes:
            new = self._rewrite(self._with_new_parts(old))
            if isinstance(new, Node):
                nodes.append(new)
                continue
            if isinstance(new, Instead):
                nodes.extend(new.nodes)
                new = new.results
            self._standing.update(zip(old.results, new, strict=True))
        results = self._operands(region.results)
        if nodes == region.nodes and results == region.results:
            return region
        return replace(region, nodes=nodes, results=results)

    def _with_new_parts(self, node: Node) -> Node:
        operands = self._operands(node.operands)
        if operands is node.operands and not node.regions:
            return node
        regions = tuple(self.region(region) for region in node.regions)
        if operands == node.operands and regions == node.regions:
            return node
        return replace(node, operands=operands, regions=regions)

    def _operands(self, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        standing = self._standing
        if not any(isinstance(each, Value) and each in standing for each in operands):
            return operands
        return tuple(
            standing.get(each, each) if isinstance(each, Value) else each for each in operands
        )
