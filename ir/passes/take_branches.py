"""Take branches: an `if` on a literal becomes the branch that it takes.

Before:

    def then1(y):                                                 # f32[n]
        y = g.exp(y)                                              # f32[n]
        return y

    def else1(y):                                                 # f32[n]
        return y

    y = g.if_(True, then1, else1, (y,))                           # f32[n]

After:

    y = g.exp(y)                                                  # f32[n]

What is constant from there on is folded, and the branches that then are certain are taken too. Most
such tests are of sizes, in a version of a graph for some sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dslc.ir.graph import Graph, Literal, Node
from dslc.ir.remarks import remark
from dslc.ir.structure import carried_operands
from dslc.ir.substitution import Impossible, Substitution, is_stale
from dslc.ir.verify import illegality

from .fold_constants import fold_constants


def take_branches(graph: Graph) -> Graph:
    """The graph without the branches that are never taken."""
    while any(map(_is_certain, graph.walk())):
        try:
            taken = fold_constants(_rewritten(graph, _Taking({})))
        except Impossible:
            # What is not bound is read, where control never comes: its test is known later.
            return graph
        if illegality(taken) is not None:
            # Somewhere a number that is known now is one that a rule refuses: the run will say so.
            return graph
        graph = taken
    if any(map(is_stale, graph.walk())):
        # What a callee gives has sizes that are known now.
        graph = _rewritten(graph, Substitution({}))
    return graph


def _is_certain(node: Node) -> bool:
    return node.op.name == "if" and isinstance(node.operands[0], Literal)


def _rewritten(graph: Graph, walk: Substitution) -> Graph:
    return replace(graph, body=walk.region(graph.body))


class _Taking(Substitution):
    """Puts the nodes of a branch in place of the `if`."""

    def node(self, node: Node) -> Sequence[Node]:
        test = self.operand(node.operands[0]) if node.op.name == "if" else None
        if not isinstance(test, Literal):
            return super().node(node)
        remark(f"the test is always {bool(test.value)}", node.place)
        region = node.regions[0 if test.value else 1]
        self.stand(region.parameters, self.operands(carried_operands(node)))
        nodes = self.nodes(region.nodes)
        self.stand(node.results, self.operands(region.results))
        return nodes
