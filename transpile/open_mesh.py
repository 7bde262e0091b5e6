"""`np.ix_(rows, columns)`: one index for each axis, together every combination."""

from __future__ import annotations

from dslc.ir.dtypes import BOOL, is_integer
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from .binding import Argument
from .frame import Frame
from .kinds import Built, Computed, Kind, Sequence, describe
from .operations import apply
from .tree import Call


def open_mesh(frame: Frame, arguments: list[Argument], e: Call) -> Kind:
    """The arrays, masks and lists, each with its elements on an axis of its own."""
    count = len(arguments)
    kinds = [_spread(frame, a, n, count - 1 - n, e) for n, a in enumerate(arguments)]
    return Sequence("", tuple(kinds))


def _spread(frame: Frame, argument: Argument, before: int, behind: int, e: Call) -> Kind:
    """A vector with axes of size 1 around its own."""
    kind = argument.kind
    if isinstance(kind, Built) and isinstance(kind.value, list | tuple | range):
        items = tuple(Built(str(value), value) for value in kind.value)
        return _nested(items, before, behind)
    if isinstance(kind, Sequence):
        return _nested(kind.items, before, behind)
    type_ = kind.type if isinstance(kind, Computed) else None
    dtype = type_.dtype if isinstance(type_, TensorType) and type_.rank == 1 else None
    if dtype == BOOL:
        kind = apply(frame, REGISTRY["flatnonzero"], [kind], {}, argument.span)
    if dtype is not None and (dtype == BOOL or is_integer(dtype)):
        items_text = ", ".join([*["None"] * before, ":", *["None"] * behind])
        key = items_text, f"{frame.g}.s_[{items_text}]"
        return apply(frame, REGISTRY["index"], [kind], {}, e.span, key=key)
    return frame.refuse(
        "argument-mismatch",
        "`np.ix_` takes vectors of integers, and masks",
        argument.span,
        label=f"this is {describe(kind)}",
    )


def _nested(items: tuple[Kind, ...], before: int, behind: int) -> Kind:
    """A list of such a shape."""
    for _ in range(behind):
        items = tuple(Sequence("", (item,), is_list=True) for item in items)
    whole = Sequence("", items, is_list=True)
    for _ in range(before):
        whole = Sequence("", (whole,), is_list=True)
    return whole
