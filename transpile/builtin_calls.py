"""Calls of builtins on run-time values: `abs`, `len`, `min`, `max` and the number classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, TensorType

from . import fence
from .binding import Argument
from .branches import Thunk, choose
from .frame import Frame
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    rank_of,
)
from .operations import apply
from .structs import as_sequence
from .texts import text_of
from .tree import Call

BUILTINS = (abs, bool, float, int, len, max, min)


def builtin_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of one of `BUILTINS`."""
    if keywords or not arguments:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    first = arguments[0]
    if function is len:
        return _length(frame, first)
    if function in (min, max):
        return _extreme(frame, function, arguments, e, into)
    if len(arguments) != 1:
        return frame.refuse("argument-mismatch", f"`{function.__name__}` takes one value", e.span)
    if function is abs:
        return apply(
            frame, REGISTRY["abs"], [first.kind], {}, e.span, into=into, spans=[first.span]
        )
    if isinstance(first.kind, Sized) and function is int:
        return first.kind
    cls: dict[str, Kind] = {"dtype": Built(function.__name__, function)}
    return apply(frame, REGISTRY["cast"], [first.kind], cls, e.span, into=into, spans=[first.span])


def _length(frame: Frame, argument: Argument) -> Kind:
    kind = as_sequence(argument.kind)
    if isinstance(kind, Sequence | Table):
        return Built(repr(len(kind.items)), len(kind.items))
    if isinstance(kind, Repeated) and kind.form != "iterator":
        return Built(f"len({kind.text})", type=INT)
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType) and kind.type.shape:
        return Sized(f"{kind.text}.shape[0]", kind.type.shape[0])
    return frame.refuse("rank-mismatch", f"{describe(kind)} has no length", argument.span)


def _extreme(
    frame: Frame, function: Any, arguments: list[Argument], e: Call, into: str | None
) -> Kind:
    """`min` and `max`: a later value only where it is strictly better, as in Python."""
    kinds = [a.kind for a in arguments]
    if len(kinds) == 1 and isinstance(kinds[0], Sequence):
        kinds = list(kinds[0].items)
    if len(kinds) < 2 or any(rank_of(kind) not in (0, None) for kind in kinds):
        return fence.refuse(
            frame,
            f"`{function.__name__}` of an array",
            e.span,
            help=f"use `np.{function.__name__}` or `np.{function.__name__}imum`",
        )
    sized = _extreme_size(frame, function, kinds)
    if sized is not None:
        return sized
    op = REGISTRY["less" if function is min else "greater"]
    best = kinds[0]
    for number, kind in enumerate(kinds[1:], start=2):
        better = apply(frame, op, [kind, best], {}, e.span)
        if isinstance(better, Poison):
            return POISON
        name = into if number == len(kinds) else None
        best = choose(frame, better, (_giving(kind), _giving(best)), e.span, name)
    return best


def _giving(kind: Kind) -> Thunk:
    return lambda: kind


def _extreme_size(frame: Frame, function: Any, kinds: list[Kind]) -> Kind | None:
    """The extreme of sizes, which is a size; None where one is not."""
    sizes = [size for size in map(_size, kinds) if size is not None]
    if len(sizes) < len(kinds):
        return None
    extreme = dim_min if function is min else dim_max
    texts = ", ".join(map(text_of, kinds))
    return Sized(f"{frame.g}.{extreme.__name__}({texts})", reduce(extreme, sizes))


def _size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None
