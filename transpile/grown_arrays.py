"""Arrays of the items of a list that grew: `np.stack(rows)`, `np.concatenate(rows)`, `np.array`.

The items lie in one array already, which stands for the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dslc.ir.op import REGISTRY, Op
from dslc.ir.types import TensorType, default_dtype

from . import fence
from .binding import Argument
from .frame import Frame
from .grown_lists import is_filled, item_type, length, raised
from .kinds import POISON, Built, Computed, Grown, Kind, Poison, Sequence, Sized
from .memory import Memory
from .operations import apply
from .operators import binary
from .texts import text_of
from .tree import Call


def joined_call(
    frame: Frame,
    op: Op,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call that joins the items of a list."""
    kind = arguments[0].kind
    assert isinstance(kind, Grown)
    if kind.rows is None:
        return POISON
    rank = len(getattr(item_type(kind), "shape", ()))
    given = [*arguments[1:], *keywords.values()]
    axis = given[0].kind if given else Built("0", 0)
    fits = len(given) < 2 and set(keywords) <= {"axis"} and isinstance(axis, Built)
    place = axis.value if fits and isinstance(axis, Built) else None
    if op.name in ("vstack", "hstack") and not given and rank:
        stacks = op.name == "vstack" and rank == 1
        place, name = int(op.name == "hstack" and rank > 1), "stack" if stacks else "concat"
    else:
        name = op.name
    axes = rank + 1 if name == "stack" else rank
    known = isinstance(place, int) and -axes <= place < axes and place is not True
    if name not in ("stack", "concat") or not known or not isinstance(place, int):
        return fence.refuse(
            frame, f"`{frame.code(e.function.span)}` of a list that grew in a loop of the graph",
            e.span, help="stack its items: `np.stack(...)`",
        )  # fmt: skip
    said = "concatenate" if op.name != "stack" else "stack"
    _check_filled(frame, kind, e, f"need at least one array to {said}")
    moved = _moved(frame, kind.rows, place % axes, e, into)
    return _new(moved if name == "stack" else _merged(frame, moved, place % axes, e, into))


def array_of_list(
    frame: Frame, kind: Grown, attributes: dict[str, Kind], e: Call, into: str | None
) -> Kind:
    """`np.array` of a list; of no items it has one axis, and f64 where no dtype is given."""
    if kind.rows is None:
        return POISON
    item = item_type(kind)
    of_dtype = bool(attributes) or default_dtype(item) == np.dtype("float64")
    of_nothing = of_dtype and not isinstance(item, TensorType)
    count = length(kind)
    if not kind.certain and not of_nothing:
        frame.writer.line(f'{frame.g}.require({text_of(count)}, ">=", 1)')
        frame.raises += 1
    if attributes:
        return apply(frame, REGISTRY["cast"], [kind.rows], attributes, e.span, into=into)
    return _new(kind.rows)


def _new(kind: Kind) -> Kind:
    """The array of a value that is nobody else's."""
    if not isinstance(kind, Computed):
        return kind
    return replace(kind, memory=Memory("fresh", "an array made here"))


def _check_filled(frame: Frame, kind: Grown, e: Call, message: str) -> None:
    """Raise a ValueError where a list has no items."""
    if kind.certain:
        return
    filled = is_filled(frame, kind, e.span)
    raised(frame, filled, message, "ValueError", e.span)


def _moved(frame: Frame, rows: Computed, place: int, e: Call, into: str | None) -> Kind:
    """The items along this axis."""
    if place == 0:
        return rows
    attributes: dict[str, Kind] = {
        "source": Built("0", 0),
        "destination": Built(str(place), place),
    }
    return apply(frame, REGISTRY["moveaxis"], [rows], attributes, e.span, into=into)


def _merged(frame: Frame, array: Kind, place: int, e: Call, into: str | None) -> Kind:
    """An array with an axis and the next one as one."""
    if isinstance(array, Poison):
        return array
    assert isinstance(array, Computed) and isinstance(array.type, TensorType)
    sizes: list[Kind] = [
        Sized(f"{array.text}.shape[{axis}]", size) for axis, size in enumerate(array.type.shape)
    ]
    product = binary(frame, "*", (sizes[place], sizes[place + 1]), e, None, (e.span, e.span))
    shape = Sequence("", (*sizes[:place], product, *sizes[place + 2 :]))
    return apply(frame, REGISTRY["reshape"], [array], {"shape": shape}, e.span, into=into)
