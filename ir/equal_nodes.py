"""Which nodes give the same: equal ops on equal operands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from .graph import Graph, Literal, Node, Operand, Value
from .op import Effects
from .structure import STRUCTURED
from .types import TensorType, Type

_KEPT = ("if", "while", "for", "require", "as_dim")


def may_be_shared(node: Node) -> bool:
    """Whether what a node gives follows from its operands alone, sizes too."""
    if node.hidden or not node.results or node.op.name in _KEPT:
        return False
    if any(value.dim is not None for value in node.results):
        return False
    # Whether it can raise does not matter, and costs much to find out.
    effects = node.effects if node.op.name in STRUCTURED else node.op.effects
    return not effects & ~Effects.RAISES


def key_of(node: Node, same: Mapping[Value, Value] | None = None) -> Hashable:
    """Equal for nodes that give equal results; `same` has values for others that are equal."""
    attributes = tuple((name, _attribute_key(value)) for name, value in node.attributes.items())
    types = tuple(_type_key(value.type) for value in node.results)
    return (
        node.op.name,
        tuple(_operand_key(operand, same or {}) for operand in node.operands),
        attributes,
        types,
    )


def _operand_key(operand: Operand, same: Mapping[Value, Value]) -> Hashable:
    if isinstance(operand, Literal):
        return str(operand.type), repr(operand.value)
    if isinstance(operand, Value) and operand.dim is not None:
        return operand.dim
    return same.get(operand, operand) if isinstance(operand, Value) else operand


def _attribute_key(value: Any) -> Hashable:
    if isinstance(value, tuple):
        return tuple(map(_attribute_key, value))
    if isinstance(value, Graph):
        return id(value)
    if isinstance(value, dict):
        return tuple((name, _attribute_key(size)) for name, size in value.items())
    return type(value), value if not isinstance(value, float | complex) else repr(value)


def _type_key(type_: Type) -> Hashable:
    return (type_.dtype, type_.shape) if isinstance(type_, TensorType) else str(type_)
