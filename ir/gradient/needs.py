"""Which values a gradient reads again, so that no others are computed twice or kept on tapes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from dslc.ir.dims import Size, symbols
from dslc.ir.graph import Node, Region, Value, as_size, type_of, values_in
from dslc.ir.structure import carried_operands, is_loop
from dslc.ir.types import shape_of
from dslc.ir.verify_types import sizes_in

from .activity import read_from_outside
from .rule import READS


def needed(nodes: Sequence[Node], active: set[Value], kept: Collection[Value] = ()) -> set[Value]:
    """The values that the gradient of nodes of one region reads, and what they are computed of.

    Args:
        nodes: in order.
        active: the values that carry a gradient.
        kept: values that are not computed again.
    """
    found: set[Value] = set()
    binders = binders_in(nodes)
    for node in reversed(nodes):
        is_active = not active.isdisjoint(node.results)
        if is_active:
            # The node may bind a dim that its own results have: then it runs again.
            found.update(_of(node, active), bound_for(node, binders))
        if any(value in found and value not in kept for value in node.results):
            found.update(values_in(node.operands), read_from_outside(node))
            found.update(bound_for(node, binders))
    return found


def read_by_gradient(nodes: Sequence[Node], active: set[Value]) -> set[Value]:
    """The values that the gradient of nodes of one region reads itself."""
    found: set[Value] = set()
    for node in nodes:
        if not active.isdisjoint(node.results):
            found.update(_of(node, active))
    return found


def binders_in(nodes: Sequence[Node]) -> dict[str, Value]:
    """The results of nodes that bind dims, by the dim's name."""
    values = (value for node in nodes for value in node.results)
    return {str(value.dim): value for value in values if value.dim is not None}


def bound_for(node: Node, binders: Mapping[str, Value]) -> list[Value]:
    """Those of the binders whose dims a node uses, in its regions too."""
    if not binders:
        return []
    inner = [each for region in node.regions for each in region.walk()]
    sizes = [size for each in (node, *inner) for size in _sizes(each)]
    names = dict.fromkeys(name for size in sizes for name in symbols(size))
    return [binders[name] for name in names if name in binders]


def _sizes(node: Node) -> Iterable[Size]:
    """The sizes in a node: in its operands, its attributes and the types of both ends."""
    for operand in (*node.operands, *node.results):
        yield from shape_of(type_of(operand))
        size = as_size(operand)
        if size is not None:
            yield size
    for attribute in node.attributes.values():
        yield from sizes_in(attribute)


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
    around = [*values_in(carried_operands(node)), *read_from_outside(node)]
    outside = [value for value in around if value in inner]
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
