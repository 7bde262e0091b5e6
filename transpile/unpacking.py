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
from .tree import Call, Expression, List, Name, Tuple


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
    if not type_.shape or not isinstance(type_.shape[0], int):
        what = "unpacking an array whose length is not a number"
        return fence.refuse(frame, what, span, help="index its rows")
    names = [item.id for item in target.items if isinstance(item, Name)]
    if len(set(names)) < type_.shape[0] or array.text in names:
        names = []
    count = type_.shape[0]
    return Sequence("", tuple(_row(frame, array, n, names, span) for n in range(count)))


def _row(frame: Frame, array: Computed, number: int, names: list[str], span: Span) -> Kind:
    key = "_", f"{frame.g}.s_[{number}]"
    into = names[number] if names else None
    operands: list[Kind] = [array, Built(str(number), number)]
    return apply(frame, REGISTRY["index"], operands, {}, span, into=into, key=key)
