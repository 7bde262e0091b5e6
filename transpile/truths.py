"""What kinds tell of sizes, where they are tested."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.dims import Size
from dslc.ir.region_facts import learn
from dslc.ir.truths import NOTHING, Truth, of_size, truth_of
from dslc.ir.types import NumberType

from .frame import Frame
from .kinds import Built, Computed, Kind, type_of_kind


def truth(kind: Kind) -> Truth:
    """What the truth of a kind tells."""
    found = _told(kind)
    return found if isinstance(found, Truth) else of_size(found)


def truth_of_op(op: str, operands: Sequence[Kind]) -> Truth:
    """What the result of an op tells; it gives a bool."""
    return truth_of(op, [_told(kind) for kind in operands])


def learn_from(frame: Frame, tested: Kind, holds: bool) -> None:
    """Take from here on what a test tells where it has this truth."""
    learn(frame.facts, truth(tested).told(holds))


def _told(kind: Kind) -> Size | Truth:
    if isinstance(kind, Built) and isinstance(kind.value, bool):
        return of_size(int(kind.value))
    type_ = type_of_kind(kind)
    if isinstance(type_, NumberType) and type_.kind == "int":
        if type_.dim is not None:
            return type_.dim
        if isinstance(type_.constant, int):
            return type_.constant
    return kind.truth if isinstance(kind, Computed) else NOTHING
