"""Calls of builtins on run-time values: `abs`, `len`, `min`, `max`, `round`, the number classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.dtypes import BOOL, is_complex, is_float
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, NumberType, ScalarType, TensorType, default_dtype

from . import fence
from .binding import Argument
from .branches import Thunk, choose
from .edits import instead
from .formatting import as_text
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
    loop_of,
    present,
    rank_of,
    type_of_kind,
)
from .operations import apply, as_attribute
from .structs import as_sequence
from .texts import text_of
from .tree import Call

BUILTINS = (abs, bool, float, int, len, max, min, repr, round, str)


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
    if function in (min, max):
        return _extreme(frame, function, arguments, e, into)
    if function is round:
        return _round(frame, arguments, e, into)
    if len(arguments) != 1:
        return frame.refuse("argument-mismatch", f"`{function.__name__}` takes one value", e.span)
    return _of_one(frame, function, arguments[0], e, into)


def _of_one(frame: Frame, function: Any, first: Argument, e: Call, into: str | None) -> Kind:
    """A call with one value."""
    if function is len:
        return _length(frame, first)
    if function in (repr, str):
        return as_text(frame, function, first.kind, e.arguments[0], into)
    if function is abs:
        return _absolute(frame, first, e, into)
    if isinstance(first.kind, Sized) and function is int:
        return first.kind
    cls: dict[str, Kind] = {"dtype": Built(function.__name__, function)}
    return apply(frame, REGISTRY["cast"], [first.kind], cls, e.span, into=into, spans=[first.span])


def _absolute(frame: Frame, argument: Argument, e: Call, into: str | None) -> Kind:
    """`abs(x)`."""
    kind, type_ = argument.kind, type_of_kind(argument.kind)
    if isinstance(type_, ScalarType) and is_complex(type_.dtype):
        construct = "Python's `abs` of a complex scalar"
        help_ = "write `np.abs`, which may round in another way"
        return fence.refuse(frame, construct, e.span, help=help_)
    return apply(frame, REGISTRY["abs"], [kind], {}, e.span, into=into, spans=[argument.span])


def _round(frame: Frame, arguments: list[Argument], e: Call, into: str | None) -> Kind:
    """`round(x)`: the nearest int, of two the even one; of a NumPy scalar also to decimals."""
    number, span = arguments[0].kind, arguments[0].span
    type_ = type_of_kind(number)
    if len(arguments) > 2 or rank_of(number) != 0 or not isinstance(type_, NumberType | ScalarType):
        return fence.refuse(frame, "`round` of an array", e.span, help="use `np.round`")
    if len(arguments) == 2:
        if isinstance(type_, NumberType):
            return fence.refuse(
                frame,
                "`round` of a Python number to decimals",
                e.span,
                help="`np.round` multiplies by a power of ten, rounds and divides",
            )
        decimals = as_attribute(frame, arguments[1].kind, arguments[1].span, "decimals")
        given = {"decimals": decimals}
        return apply(frame, REGISTRY["round"], [number], given, e.span, into=into, spans=[span])
    if isinstance(number, Sized):
        return number
    if type_ == ScalarType(BOOL):
        return frame.refuse("dtype-mismatch", "a NumPy bool does not round", span)
    if is_float(default_dtype(type_)):
        number = apply(frame, REGISTRY["rint"], [number], {}, e.span, spans=[span])
    cls: dict[str, Kind] = {"dtype": Built("int", int)}
    return apply(frame, REGISTRY["cast"], [number], cls, e.span, into=into, spans=[span])


def _length(frame: Frame, argument: Argument) -> Kind:
    kind = as_sequence(present(argument.kind))
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
        return _extreme_of_array(frame, function.__name__, kinds, e)
    sized = _extreme_size(frame, function, kinds)
    if sized is not None:
        return sized
    if all(isinstance(type_of_kind(kind), NumberType) for kind in kinds):
        op = REGISTRY["least" if function is min else "greatest"]
        return apply(frame, op, kinds, {}, e.span, into=into, spans=[a.span for a in arguments])
    return _extreme_by_branches(frame, function, kinds, e, into)


def _extreme_by_branches(
    frame: Frame, function: Any, kinds: list[Kind], e: Call, into: str | None
) -> Kind:
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


def _extreme_of_array(frame: Frame, name: str, kinds: list[Kind], e: Call) -> Poison:
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


def _extreme_size(frame: Frame, function: Any, kinds: list[Kind]) -> Kind | None:
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
