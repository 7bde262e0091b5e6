"""Share equal nodes: what is computed twice is computed once.

Before:

    low = g.subtract(x, mean)                                     # f32[n]
    gap = g.subtract(x, mean)                                     # f32[n]
    y = g.multiply(low, gap)                                      # f32[n]

After:

    low = g.subtract(x, mean)                                     # f32[n]
    y = g.multiply(low, low)                                      # f32[n]

A region takes what the block around it has. A node that can raise is shared too: where the first
one did not, the second would not. Calls are shared where they show nothing. Not shared is what a
write changes, which would need a copy, and two arrays that the caller gets.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from dslc.ir.escapes import escaping, written
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value
from dslc.ir.op import Effects
from dslc.ir.rebuild import Rebuilding, replaced_body
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType, Type


def share_equal_nodes(graph: Graph) -> Graph:
    """The graph in which no node computes what another one has computed."""
    return replaced_body(graph, _Sharing(graph).region(graph.body))


class _Sharing(Rebuilding):
    """One walk; knows the first node of each kind that can be seen from where it is."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(self._shared)
        self._first: dict[Hashable, Node] = {}
        self._added: list[Hashable] = []  # in this region
        self._escaping = escaping(graph)
        self._written = written(graph)

    def region(self, region: Region) -> Region:
        """The region, after which what it computes is no longer seen."""
        outer, self._added = self._added, []
        made = super().region(region)
        for key in self._added:
            del self._first[key]
        self._added = outer
        return made

    def _shared(self, node: Node) -> Node | tuple[Operand, ...]:
        if not _may_be_shared(node):
            return node
        key = key_of(node)
        first = self._first.get(key)
        if first is None:
            self._first[key] = node
            self._added.append(key)
            return node
        if not self._may_stand(first, node):
            return node
        self._escaping.update(
            one for one, other in zip(first.results, node.results, strict=True)
            if other in self._escaping
        )  # fmt: skip
        remark(f"`{node.op.name}` is computed already", node.place)
        return first.results

    def _may_stand(self, first: Node, node: Node) -> bool:
        """Whether the results of the first node may stand for those of the other."""
        both = (*first.results, *node.results)
        if any(isinstance(value.type, TensorType) and value in self._written for value in both):
            return False
        pairs = zip(first.results, node.results, strict=True)
        return not any(
            isinstance(one.type, TensorType) and one in self._escaping and other in self._escaping
            for one, other in pairs
        )


_KEPT = ("if", "while", "for", "require", "as_dim")


def _may_be_shared(node: Node) -> bool:
    if node.hidden or not node.results or node.op.name in _KEPT:
        return False
    if any(value.dim is not None for value in node.results):
        return False
    # Whether it can raise does not matter, and costs much to find out.
    effects = node.effects if node.op.name in STRUCTURED else node.op.effects
    return not effects & ~Effects.RAISES


def key_of(node: Node) -> Hashable:
    """Equal for nodes that give equal results."""
    attributes = tuple((name, _attribute_key(value)) for name, value in node.attributes.items())
    types = tuple(_type_key(value.type) for value in node.results)
    return node.op.name, tuple(map(_operand_key, node.operands)), attributes, types


def _operand_key(operand: Operand) -> Hashable:
    if isinstance(operand, Literal):
        return str(operand.type), np.asarray(operand.value).tobytes()
    if isinstance(operand, Value) and operand.dim is not None:
        return operand.dim
    return operand


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
