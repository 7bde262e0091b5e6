"""Unroll loops: a `for` of a few trips with a short body becomes its trips, one after the other.

Before:

    def loop1_body(i, y):                                         # int, f32[n]
        y_add = g.add(y, i)                                       # f32[n]
        y = g.sqrt(y_add)                                         # f32[n]
        return y

    y = g.for_(g.range(2), loop1_body, (y,))                      # f32[n]

After:

    y_add = g.add(y, 0)                                           # f32[n]
    y = g.sqrt(y_add)                                             # f32[n]
    y_add = g.add(y, 1)                                           # f32[n]
    y = g.sqrt(y_add)                                             # f32[n]

What a loop costs besides its body is little, and text costs time to compile. So few nodes are
written, and no loop that ends early, holds others, or makes sizes of its own.
"""

from __future__ import annotations

from dslc.ir.facts import Facts
from dslc.ir.graph import Graph, Literal, Node, Operand
from dslc.ir.rebuild import Instead, rebuild
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED, carried_operands, leading_operands
from dslc.ir.substitution import Substitution
from dslc.ir.verify_types import Assumptions, Illegal, check_plain, check_require

MOST_NODES = 32
"""Nodes of all trips together."""

MOST_TRIPS = 8


def unroll_loops(graph: Graph) -> Graph:
    """The graph with the trips of its shortest loops in their place."""
    assumptions = Assumptions(graph)
    facts = assumptions.added_to(Facts())

    def rewrite(node: Node) -> Node | Instead:
        unrolled = _unrolled(node)
        if unrolled is None or not is_legal(unrolled, facts, assumptions):
            return node
        remark("the loop makes few trips, which stand in its place", node.place)
        return unrolled

    return rebuild(graph, rewrite)


def is_legal(instead: Instead, facts: Facts, assumptions: Assumptions) -> bool:
    """Whether no rule refuses nodes in another place, as an index that is a number there.

    Where one does, the run will say so.
    """
    facts = facts.copy()
    try:
        for node in instead.nodes:
            if node.op.name == "require":
                check_require(node, facts)
            else:
                check_plain(node, facts, assumptions)
    except Illegal:
        return False
    return True


def _unrolled(node: Node) -> Instead | None:
    """The trips of a loop, where they are few and short."""
    trips = _trips(node)
    if trips is None or len(trips) > MOST_TRIPS or not _is_short(node, len(trips)):
        return None
    (region,) = node.regions
    carried: tuple[Operand, ...] = carried_operands(node)
    nodes: list[Node] = []
    for index in trips:
        walk = Substitution({})
        walk.stand(region.parameters, (Literal(index), *carried))
        nodes += walk.nodes(region.nodes)
        carried = walk.operands(region.results)
    return Instead(nodes, carried)


def _trips(node: Node) -> range | None:
    """The indices of a `for` over a range of numbers in the text."""
    if node.op.name != "for" or node.hidden or node.attributes["exits"]:
        return None
    bounds = [o.value for o in leading_operands(node) if isinstance(o, Literal)]
    if len(bounds) < 3 or not all(isinstance(b, int) for b in bounds) or not bounds[2]:
        return None
    return range(*(int(b) for b in bounds if isinstance(b, int)))


def _is_short(node: Node, trips: int) -> bool:
    """Whether so many trips have few nodes, which may stand there several times."""
    (region,) = node.regions
    if len(region.nodes) * trips > MOST_NODES:
        return False
    return not any(
        each.op.name in STRUCTURED or each.hidden or any(v.dim is not None for v in each.results)
        for each in region.nodes
    )
