"""A joint graph as two halves: the forward part, and the backward part that reads its values.

Sizes that only a call or a run knows are assumed, so that values have bytes and nodes a cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod

from dslc.ir.dims import Size, evaluate
from dslc.ir.graph import Graph, Node, Value, type_of, values_in
from dslc.ir.op import Effects
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType, shape_of

from .activity import read_from_outside

ASSUMED = 256
"""A size that only a call or a run knows."""

COMPOSITE = 10
"""Operations on each element of an op that is made of others."""

_FREE = frozenset(
    (
        *("reshape", "expand_dims", "squeeze", "transpose", "broadcast_to", "copy", "depend"),
        *("zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "as_scalar"),
    )
)
"""Ops that compute nothing."""


class Halves:
    """What a forward part makes, and what a backward part reads of it.

    Args:
        graph: a joint graph.
        split: how many of its first nodes are the forward part.
        sizes: of symbols; what has none here is `ASSUMED`.
    """

    def __init__(self, graph: Graph, split: int, sizes: Mapping[str, int] | None = None) -> None:
        self.graph = graph
        self.forward: Sequence[Node] = graph.body.nodes[:split]
        self.backward: Sequence[Node] = graph.body.nodes[split:]
        self._sizes = dict(sizes or {})

    def at(self, sizes: Mapping[str, int]) -> Halves:
        """The same for other sizes."""
        return Halves(self.graph, len(self.forward), sizes)

    @cached_property
    def makers(self) -> Mapping[Value, int]:
        """The number of the forward node that makes each array of the forward part."""
        pairs = (
            (value, number) for number, node in enumerate(self.forward) for value in node.results
        )
        return {value: number for value, number in pairs if isinstance(value.type, TensorType)}

    @cached_property
    def reads(self) -> Sequence[list[Value]]:
        """The values that each forward node reads."""
        return list(map(values_read, self.forward))

    @cached_property
    def read(self) -> Sequence[Value]:
        """The arrays of the forward part that the backward part reads, in order of the reading."""
        found = dict.fromkeys(value for node in self.backward for value in values_read(node))
        return [value for value in found if value in self.makers]

    @cached_property
    def given(self) -> frozenset[Value]:
        """The arrays of the forward part that are results, so that they are kept anyway."""
        return frozenset(v for v in values_in(self.graph.results) if v in self.makers)

    def why_kept(self, number: int) -> str:
        """Why a forward node is never run again; "" where it may be."""
        node = self.forward[number]
        if node.regions:
            return "what a branch gives" if node.op.name == "if" else "what a loop gives"
        if node.op.name in STRUCTURED:
            return "what a call gives"
        if node.effects & ~Effects.RAISES:
            return "has an effect"
        if node.op.name == "random_key" or ("key" in node.op.operands and not node.op.keyed):
            return "random"
        if node.op.write is not None:
            return "written in place"
        if node.hidden or any(value.dim is not None for value in node.results):
            return "its size is known only then"
        if not any(isinstance(value.type, TensorType) for value in values_in(node.operands)):
            return "made of numbers"
        return ""

    def bytes_of(self, value: Value) -> int:
        """What an array takes."""
        assert isinstance(value.type, TensorType)
        return value.type.dtype.itemsize * self._elements(value.shape)

    def operations(self, number: int) -> int:
        """What a forward node computes, in operations on elements."""
        node = self.forward[number]
        if node.op.name in _FREE:
            return 0
        ends = [self._elements(shape_of(type_of(each))) for each in (*node.operands, *node.results)]
        if node.op.name in ("matmul", "conv"):
            return 2 * ends[-1] * self._depth(node)
        return max(ends, default=0) * (1 if node.op.expand is None else COMPOSITE)

    def _depth(self, node: Node) -> int:
        """How many products each element of a product or convolution is the sum of."""
        shape = shape_of(type_of(node.operands[1]))
        if node.op.name == "conv":
            return self._elements(shape[1:])
        return self._elements(shape[-2:][:1])

    def _elements(self, shape: Sequence[Size]) -> int:
        return prod(max(0, self._number(size)) for size in shape)

    def _number(self, size: Size) -> int:
        if isinstance(size, int):
            return size
        for name in size.names:
            self._sizes.setdefault(name, ASSUMED)
        try:
            return evaluate(size, self._sizes)
        except ZeroDivisionError:
            return 0


def values_read(node: Node) -> list[Value]:
    """The values that a node reads, those in its regions too, each once."""
    return list(dict.fromkeys((*values_in(node.operands), *read_from_outside(node))))
