"""What is known of sizes where a node stands, while a graph is walked in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .facts import Facts, NeverHolds
from .graph import Graph, Node, Region
from .region_facts import invariants_after, known_in, learn
from .requires import required
from .structure import is_loop
from .truths import Truths


def checked_at_call(graph: Graph) -> Facts:
    """What holds at every node, since it is checked before anything runs.

    Two branches may assume what cannot both be. Then every call is refused, and nothing holds.
    """
    facts = Facts()
    try:
        for require in graph.requires:
            facts.learn(require.comparison)
    except NeverHolds:
        return Facts()
    return facts


class PathFacts:
    """Follows a walk of a graph.

    Attributes:
        facts: what is known where the walk is.
    """

    def __init__(self, graph: Graph) -> None:
        self.facts = checked_at_call(graph)
        self._truths = Truths()

    @contextmanager
    def inside(self, node: Node, region: Region) -> Iterator[None]:
        """The walk is in a region of a node."""
        outer, self.facts = self.facts, self.facts.copy()
        learn(self.facts, known_in(node, region))
        for each in node.regions[0].nodes if is_loop(node) else ():
            self._truths.note(each)  # of a test that may not have been walked
        learn(self.facts, self._truths.entering(node, region))
        yield  # an error ends the walk
        self.facts = outer

    def after(self, node: Node) -> None:
        """The walk goes past a node."""
        self._truths.note(node)
        learn(self.facts, self._truths.after(node))
        if node.op.name == "require":
            learn(self.facts, [required(node)])
        elif is_loop(node):
            learn(self.facts, invariants_after(node))
