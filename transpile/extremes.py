"""`min` and `max` of run-time values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.op import REGISTRY
from dslc.ir.types import NumberType

from . import fence
from .binding import Argument
from .branches import Thunk, choose
from .edits import instead
from .frame import Frame
from .kinds import (
    POISON,
    Built,
    Kind,
    Poison,
    Sequence,
    Sized,
    loop_of,
    rank_of,
    type_of_kind,
)
from .operations import apply
from .structs import as_sequence
from .texts import text_of
from .tree import Call


def extreme(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`min` and `max`: a later value only where it is strictly better, as in Python."""
    name = function.__name__
    if "key" in keywords:
        help_ = f"compute the keys, and take the value at `np.arg{name}` of them"
        return fence.refuse(frame, f"`{name}` with a key", e.span, help=help_)
    kinds = [a.kind for a in arguments]
    only = as_sequence(kinds[0]) if len(kinds) == 1 else None
    if isinstance(only, Sequence):
        kinds = list(only.items)
        default = keywords.get("default")
        if not kinds and default is not None:
            return default.kind
        if not kinds:
            message = f"`{name}` of nothing has no value"
            return frame.refuse("argument-mismatch", message, e.span, help="give a `default`")
    elif keywords:
        return fence.refuse(frame, f"`{name}` with these arguments", e.span)
    if any(isinstance(kind, Poison) for kind in kinds):
        return POISON
    alone = len(kinds) == 1 and not isinstance(only, Sequence)
    if alone or any(rank_of(kind) not in (0, None) for kind in kinds):
        return _of_array(frame, name, kinds, e)
    return kinds[0] if len(kinds) == 1 else _of_values(frame, function, kinds, arguments, e, into)


def _of_values(
    frame: Frame,
    function: Any,
    kinds: list[Kind],
    arguments: list[Argument],
    e: Call,
    into: str | None,
) -> Kind:
    sized = extreme_of_sizes(frame, function, kinds)
    if sized is not None:
        return sized
    if all(isinstance(type_of_kind(kind), NumberType) for kind in kinds):
        op = REGISTRY["least" if function is min else "greatest"]
        return apply(frame, op, kinds, {}, e.span, into=into, spans=[a.span for a in arguments])
    return _by_branches(frame, function, kinds, e, into)


def _by_branches(frame: Frame, function: Any, kinds: list[Kind], e: Call, into: str | None) -> Kind:
    """The extreme of NumPy scalars, whose dtype may depend on which one is taken."""
    op = REGISTRY["less" if function is min else "greater"]
    best = kinds[0]
    for number, kind in enumerate(kinds[1:], start=2):
        better = apply(frame, op, [kind, best], {}, e.span)
        if isinstance(better, Poison):
            return POISON
        name = into if number == len(kinds) else None
        best = choose(frame, better, (_giving(kind), _giving(best)), e.span, name)
    return best


def _of_array(frame: Frame, name: str, kinds: list[Kind], e: Call) -> Poison:
    """Refuse `min` or `max` of an array; its elements are compared for one, pairs for two."""
    both = f"use `np.{name}` or `np.{name}imum`"
    certain = None
    if len(kinds) == len(e.arguments) == 2:
        certain = f"np.{name}imum"
    elif list(map(rank_of, kinds)) == [1]:
        certain = f"np.{name}"
    return fence.refuse(
        frame,
        f"`{name}` of an array",
        e.span,
        help=f"use `{certain}`" if certain else both,
        edits=instead(frame, e.function.span, (), certain),
    )


def _giving(kind: Kind) -> Thunk:
    return lambda: kind


def extreme_of_sizes(frame: Frame, function: Any, kinds: list[Kind]) -> Kind | None:
    """The extreme of sizes, which is a size; None where one is not."""
    sizes = [size for size in map(_size, kinds) if size is not None]
    if len(sizes) < len(kinds):
        return None
    extreme = dim_min if function is min else dim_max
    texts = ", ".join(map(text_of, kinds))
    loop = next(filter(None, map(loop_of, kinds)), None)
    return Sized(f"{frame.g}.{extreme.__name__}({texts})", reduce(extreme, sizes), loop=loop)


def _size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None
