"""What is known while the nodes of a graph are put into nests."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dslc.ir.escapes import choosing
from dslc.ir.graph import Graph, Node, values_in
from dslc.ir.path_facts import PathFacts
from dslc.ir.reading import users_of

from .reader import Reader
from .whole_writes import whole_write_of


class Walk:
    """One walk of a graph.

    Attributes:
        products: which nodes are products of matrices in nests.
        joins: whether nodes share loops.
        ordered: whether nests have loops whose trips go on from one another, in order.
        again: whether they have loops whose trips set what others have set.
    """

    def __init__(
        self,
        graph: Graph,
        products: Callable[[Node], bool],
        *,
        joins: bool,
        ordered: bool,
        again: bool,
    ) -> None:
        self.ordered = ordered
        self.again = again
        self.products = products
        self.joins = joins
        self.known = PathFacts(graph)
        self.reader = Reader()
        self.users = users_of(graph)
        self.makers = {value: node for node in graph.walk() for value in node.results}
        self.masks = choosing(graph, lambda node: whole_write_of(node) is not None)

    def read(self, nodes: Iterable[Node]) -> None:
        """Nodes that the graph had not read what they read."""
        for node in nodes:
            for value in values_in(node.operands):
                self.users.setdefault(value, []).append(node)
