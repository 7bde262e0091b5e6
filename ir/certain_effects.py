"""What a node can do where it stands: facts of sizes may tell that an index is inside."""

from __future__ import annotations

from dataclasses import replace

from .facts import Facts
from .graph import Graph, Node, as_size, type_of
from .keys import join_key
from .op import Effects
from .types import NumberType, TensorType, Type

_FIRST = {"index": 1, "store": 2}
"""The ops whose integers are looked at, and the number of the first operand that is of the key."""

_LONG = 2**31
"""A size of an axis for which the place 0 is inside."""


def effects_at(node: Node, facts: Facts) -> Effects:
    """The effects of a node without its regions, where these facts hold."""
    types = tuple(map(type_of, node.operands))
    effects = node.op.effects_of(types, node.attributes)
    if effects & Effects.RAISES and node.op.name in _FIRST:
        effects = node.op.effects_of(_seen(node, types, facts), node.attributes)
    callee = node.attributes.get("callee")
    return effects | callee.effects if isinstance(callee, Graph) else effects


def _seen(node: Node, types: tuple[Type, ...], facts: Facts) -> tuple[Type, ...]:
    """The types of a node's operands, where each number that is inside of its axis is 0."""
    first = _FIRST[node.op.name]
    source = types[0]
    assert isinstance(source, TensorType)
    shape, found = list(source.shape), list(types)
    numbers = join_key(node.attributes["key"], range(first, len(types)))
    for axis, item in enumerate(numbers):
        if isinstance(item, slice):
            continue
        if not isinstance(item, int):
            break
        size = as_size(node.operands[item]) if isinstance(types[item], NumberType) else None
        if size is None:
            break
        last = shape[axis]
        if facts.at_least(size, 0) and facts.less(size, last):
            shape[axis], found[item] = _LONG, NumberType("int", 0)
    found[0] = replace(source, shape=tuple(shape))
    return tuple(found)
