"""Which assumptions on sizes stand in printed text: those that the builder would not make again."""

from __future__ import annotations

from .graph import Graph, Node, Region, Require


class Requires:
    """The assumptions of one graph; one that the builder makes with a node has the node's place."""

    def __init__(self, graph: Graph) -> None:
        places = {node.place for node in graph.walk() if node.op.name != "require"}
        self.at_entry: list[Require] = [r for r in graph.requires if r.place not in places]
        self._implied: set[Node] = set()
        self._mark(graph.body)

    def is_implied(self, node: Node) -> bool:
        """Whether a node is a `require` that the builder adds by itself."""
        return node in self._implied

    def _mark(self, region: Region) -> None:
        place = None  # of the next node that is no `require`
        for node in reversed(region.nodes):
            if node.op.name != "require":
                place = node.place
            elif node.place == place:
                self._implied.add(node)
            for inner in node.regions:
                self._mark(inner)
