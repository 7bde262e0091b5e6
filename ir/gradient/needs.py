"""Which values a gradient reads again, so that no others are computed twice or kept on tapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dslc.ir.graph import Node, Region, Value, values_in
from dslc.ir.structure import carried_operands, is_loop

from .activity import read_from_outside
from .rule import READS


def needed(nodes: Sequence[Node], active: set[Value]) -> set[Value]:
    """The values that the gradient of nodes of one region reads.

    Args:
        nodes: in order.
        active: the values that carry a gradient.
    """
    found: set[Value] = set()
    for node in reversed(nodes):
        if not found.isdisjoint(node.results):
            found.update(values_in(node.operands), read_from_outside(node))
        if not active.isdisjoint(node.results):
            found.update(_of(node, active))
    return found


def _of(node: Node, active: set[Value]) -> Iterable[Value]:
    """The values that the gradient of one node reads."""
    if _has_own_run(node):
        return [*values_in(node.operands), *read_from_outside(node)]
    if node.regions:
        return _of_if(node, active)
    reads = READS.get(node.op.name)
    if reads is None:
        return [*values_in(node.operands), *node.results]
    return values_in(reads(node, active))


def _of_if(node: Node, active: set[Value]) -> list[Value]:
    inner: set[Value] = set()
    for region in node.regions:
        inner |= needed(region.nodes, active)
        inner |= _behind(region, node, inner)
    outside = [value for value in read_from_outside(node) if value in inner]
    return [*values_in(node.operands[:1]), *outside]


def _behind(region: Region, node: Node, inner: set[Value]) -> set[Value]:
    """What is carried into a region for the parameters that are needed there."""
    pairs = zip(region.parameters, carried_operands(node), strict=True)
    return set(values_in(operand for parameter, operand in pairs if parameter in inner))


def computing(nodes: Sequence[Node], values: set[Value], active: set[Value]) -> list[Node]:
    """The nodes that compute these values, and those whose own run their gradient needs."""
    return [
        node
        for node in nodes
        if not values.isdisjoint(node.results)
        or (_has_own_run(node) and not active.isdisjoint(node.results))
    ]


def _has_own_run(node: Node) -> bool:
    """Whether a run of the node keeps something for its gradient."""
    return is_loop(node) or node.op.name == "call"
