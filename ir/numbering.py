"""Which values of a graph are certainly the same: the builder and the verifier find the same ones.

So `x[x > 0]` and `w[x > 0]` have one size, although the mask is computed twice.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from .dtypes import BOOL
from .graph import Literal, Node, Operand, Value
from .op import Effects
from .structure import STRUCTURED
from .types import TensorType


@dataclass(frozen=True, slots=True)
class Negated:
    """The opposite of an array of truths.

    Attributes:
        of: what stands for the array.
    """

    of: Hashable


class Numbering:
    """What stands for each value, as the nodes come: the same for values that are the same.

    Only ops that no backend expands are looked at, without sizes: so it stays as it is when other
    ops are expanded.
    """

    def __init__(self) -> None:
        self._of: dict[Value, Hashable] = {}
        self._first: dict[Hashable, Value] = {}

    def of(self, operand: Operand) -> Hashable:
        """What stands for an operand."""
        if isinstance(operand, Value):
            return self._of.get(operand, operand)
        return repr(operand.value) if isinstance(operand, Literal) else operand

    def note(self, node: Node) -> None:
        """Keep what stands for the result of a node."""
        if len(node.results) != 1 or node.op.expand is not None or node.op.name in STRUCTURED:
            return
        if node.op.effects & ~Effects.RAISES or any(_has_sizes(each) for each in node.operands):
            return
        (result,) = node.results
        operands = tuple(map(self.of, node.operands))
        if node.op.name in ("invert", "logical_not") and _is_mask(node.operands[0]):
            (inner,) = operands
            self._of[result] = inner.of if isinstance(inner, Negated) else Negated(inner)
            return
        key = node.op.name, operands, repr(node.attributes), result.type
        self._of[result] = self._first.setdefault(key, result)


def _has_sizes(operand: Operand) -> bool:
    return not isinstance(operand, Value | Literal) or (
        isinstance(operand, Value) and operand.dim is not None
    )


def _is_mask(operand: Operand) -> bool:
    return isinstance(operand, Value) and (
        isinstance(operand.type, TensorType) and operand.type.dtype == BOOL
    )
