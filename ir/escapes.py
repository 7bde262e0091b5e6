"""Which values it matters of what memory they have: those that a caller gets, or a write changes.

An array that a graph returns is the caller's, who may write to it: it must not be one that another
name shows, unless it is so in NumPy.
"""

from __future__ import annotations

from .graph import Graph, Operand, Region, Value
from .structure import STRUCTURED, carried_operands, carried_parameters


def escaping(graph: Graph) -> set[Value]:
    """The values that may be returned as they are, or under a view.

    What enters or leaves a region or a call is taken for returned.
    """
    found: set[Value] = set()
    _region(graph.body, found)
    return found


def written(graph: Graph) -> set[Value]:
    """The values that are written to, perhaps in a region or a call that is given them.

    If nobody else needs the value, that is done where it lies.
    """
    found: set[Value] = set()
    for node in reversed([*graph.walk()]):  # regions before the node that owns them
        if node.op.write is not None:
            found.update(_values(node.operands[:1]))
        for region in node.regions:
            pairs = zip(carried_parameters(node, region), carried_operands(node), strict=True)
            found.update(_values(tuple(given for inner, given in pairs if inner in found)))
        callee = node.attributes.get("callee")
        if isinstance(callee, Graph) and any(inner.op.write for inner in callee.walk()):
            found.update(_values(node.operands))
    return found


def counted(graph: Graph) -> set[Value]:
    """The values whose elements may tell a size, as those of a mask do.

    Which of them are the same, or opposite, follows from the nodes that make them (`numbering`).
    """
    nodes = [*graph.walk()]
    ops = {node.op.name for node in nodes if node.hidden and node.op.name not in STRUCTURED}
    found: set[Value] = set()
    for node in reversed(nodes):
        opposite = node.op.name in ("invert", "logical_not")
        if node.op.name in ops or (opposite and node.results[0] in found):
            found.update(_values(node.operands))
    return found


def _region(region: Region, found: set[Value]) -> None:
    found.update(_values(region.results))
    for node in reversed(region.nodes):
        for inner in node.regions:
            _region(inner, found)
        if node.op.name in STRUCTURED or (node.op.view and not found.isdisjoint(node.results)):
            found.update(_values(node.operands))


def _values(operands: tuple[Operand, ...]) -> list[Value]:
    return [operand for operand in operands if isinstance(operand, Value)]
