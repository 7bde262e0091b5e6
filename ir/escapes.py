"""Which values it matters of what memory they have: those that a caller gets, or a write changes.

An array that a graph returns is the caller's, who may write to it: it must not be one that another
name shows, unless it is so in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable

from .dtypes import BOOL
from .graph import Graph, Node, Region, Value, values_in
from .structure import STRUCTURED, carried_operands, carried_parameters
from .types import TensorType


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
            found.update(values_in(node.operands[:1]))
        for region in node.regions:
            pairs = zip(carried_parameters(node, region), carried_operands(node), strict=True)
            found.update(values_in(tuple(given for inner, given in pairs if inner in found)))
        callee = node.attributes.get("callee")
        if isinstance(callee, Graph) and any(inner.op.write for inner in callee.walk()):
            found.update(values_in(node.operands))
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
            found.update(values_in(node.operands))
    return found


def choosing(graph: Graph, counts_nothing: Callable[[Node], bool]) -> set[Value]:
    """The masks that choose elements, and the truths that they are made of, whatever the ops.

    For who takes nodes away, not only rewrites them as `counted` is for: two masks are known to be
    the same by the nodes that make them.

    Args:
        graph: the graph.
        counts_nothing: of an op with a key, whether no size depends on it.
    """
    makers = {value: node for node in graph.walk() for value in node.results}
    keyed = (node for node in graph.walk() if node.op.keyed or node.hidden)
    readers = (node for node in keyed if not counts_nothing(node))
    left = [value for node in readers for value in values_in(node.operands) if _is_mask(value)]
    found: set[Value] = set()
    while left:
        value = left.pop()
        if value not in found:
            found.add(value)
            operands = values_in(makers[value].operands) if value in makers else ()
            left += [operand for operand in operands if _is_mask(operand)]
    return found


def _is_mask(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.dtype == BOOL


def _region(region: Region, found: set[Value]) -> None:
    found.update(values_in(region.results))
    for node in reversed(region.nodes):
        for inner in node.regions:
            _region(inner, found)
        if node.op.name in STRUCTURED or (node.op.view and not found.isdisjoint(node.results)):
            found.update(values_in(node.operands))
