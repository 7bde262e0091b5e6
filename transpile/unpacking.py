"""Several names for one value: the results of a call, the rows of an array."""

from __future__ import annotations

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from . import fence
from .frame import Frame
from .kind_parts import retext
from .kinds import Built, Computed, Kind, Poison, Sequence
from .operations import apply
from .tree import Call, Expression, List, Name, Starred, Tuple


def unpack_call(frame: Frame, target: Expression, value: Expression, kind: Kind) -> bool:
    """Let the names of `a, b = f(x)` stand where the call is; tells whether they do."""
    if not (isinstance(target, Tuple | List) and isinstance(value, Call)):
        return False
    names = [item.id for item in target.items if isinstance(item, Name)]
    if not (isinstance(kind, Sequence) and kind.text and 1 < len(names) == len(target.items)):
        return False
    if len(names) != len(kind.items) or len(set(names)) < len(names):
        return False
    if not frame.writer.retarget(kind.text, ", ".join(names)):
        return False
    for name, item in zip(names, kind.items, strict=True):
        frame.bind(name, retext(item, name))
    return True


def rows(
    frame: Frame, array: Computed, type_: TensorType, target: Tuple | List, span: Span
) -> Sequence | Poison:
    """The rows of an array that is unpacked, as many as are known."""
    count = type_.shape[0] if type_.shape and isinstance(type_.shape[0], int) else 0
    names = [item.id if isinstance(item, Name) else None for item in target.items]
    for place, item in enumerate(target.items):
        if isinstance(item, Starred):
            names[place : place + 1] = [None] * (count - len(names) + 1)
    known = [name for name in names if name is not None]
    if len(set(known)) < len(known) or array.text in known or len(names) != count:
        names = []
    return rows_of(frame, array, type_, names, span)


def rows_of(
    frame: Frame, array: Computed, type_: TensorType, names: list[str | None], span: Span
) -> Sequence | Poison:
    """The rows of an array, as many as are known; each gets its name, if any."""
    if not type_.shape or not isinstance(type_.shape[0], int):
        what = "unpacking an array whose length is not a number"
        return fence.refuse(frame, what, span, help="index its rows")
    count = type_.shape[0]
    named = names or [None] * count
    return Sequence("", tuple(_row(frame, array, n, named[n], span) for n in range(count)))


def _row(frame: Frame, array: Computed, number: int, name: str | None, span: Span) -> Kind:
    key = "_", f"{frame.g}.s_[{number}]"
    operands: list[Kind] = [array, Built(str(number), number)]
    return apply(frame, REGISTRY["index"], operands, {}, span, into=name, key=key)


def gathered(frame: Frame, target: Tuple | List, kind: Sequence, span: Span) -> Sequence | Poison:
    """As many items as a target with a `*` has, which takes a list of what the others leave."""
    before = next(n for n, item in enumerate(target.items) if isinstance(item, Starred))
    after = len(target.items) - before - 1
    count = len(kind.items)
    if count < before + after:
        needed = f"{count} values for at least {before + after} names"
        return frame.refuse("argument-mismatch", needed, span)
    middle = Sequence("", kind.items[before : count - after], is_list=True)
    return Sequence("", (*kind.items[:before], middle, *kind.items[count - after :]))
