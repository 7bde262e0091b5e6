"""Calls of builtins on run-time values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dslc.ir.dtypes import BOOL, is_complex, is_float
from dslc.ir.op import REGISTRY
from dslc.ir.types import INT, NumberType, ScalarType, TensorType, default_dtype

from . import fence, struct_operators
from .binding import Argument
from .edits import instead
from .extremes import extreme
from .folds import sum_call, truth_call
from .formatting import as_format, as_text
from .frame import Frame
from .grown_lists import length
from .kinds import (
    POISON,
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    present,
    rank_of,
    type_of_kind,
)
from .operations import apply, as_attribute
from .operators import binary
from .passed_over import pass_over
from .structs import as_sequence
from .tested import as_bool
from .tree import Call
from .type_questions import QUESTIONS, question
from .unknown_calls import refuse_unknown


def builtin_call(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of one of `BUILTINS`."""
    if not arguments and function is pow and keywords.keys() >= {"base", "exp"}:
        arguments = [keywords["base"], keywords["exp"]]
        keywords = {name: a for name, a in keywords.items() if name == "mod"}
    if not arguments and function is not dict:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    return _CALLS[function](frame, function, arguments, keywords, e, into)


def _of_one(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call with one value."""
    if keywords or len(arguments) != 1:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    first = arguments[0]
    if struct_operators.is_struct(as_sequence(first.kind)) and function in (abs, len):
        name = f"__{function.__name__}__"
        return struct_operators.one(frame, first.kind, name, e, into, f"`{function.__name__}`")
    if function is len:
        return _length(frame, first)
    if function is abs:
        return _absolute(frame, first, e, into)
    if function is bool:
        return as_bool(frame, first.kind, first.span, into)
    if function in (ascii, repr, str):
        return as_text(frame, function, first.kind, e.arguments[0], into)
    if isinstance(first.kind, Sized) and function is int:
        return first.kind
    cls: dict[str, Kind] = {"dtype": Built(function.__name__, function)}
    return apply(frame, REGISTRY["cast"], [first.kind], cls, e.span, into=into, spans=[first.span])


def _of_two(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`divmod(x, y)`, `format(x, spec)` or `pow(x, y)`."""
    if len(arguments) == 3 or "mod" in keywords:
        help_ = "write a loop of products, each reduced by `%`"
        return fence.refuse(frame, "`pow` modulo a number", e.span, help=help_)
    if keywords or len(arguments) != 2:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    if function is format:
        return as_format(frame, arguments[0].kind, arguments[1].kind, e.arguments[0], into)
    pair, spans = (arguments[0].kind, arguments[1].kind), (arguments[0].span, arguments[1].span)
    if function is pow:
        return binary(frame, "**", pair, e, into, spans)
    parts = tuple(binary(frame, operator, pair, e, None, spans) for operator in ("//", "%"))
    return POISON if any(isinstance(part, Poison) for part in parts) else Sequence("", parts)


def _absolute(frame: Frame, argument: Argument, e: Call, into: str | None) -> Kind:
    """`abs(x)`."""
    kind, type_ = argument.kind, type_of_kind(argument.kind)
    if isinstance(type_, ScalarType) and is_complex(type_.dtype):
        construct = "Python's `abs` of a complex scalar"
        help_ = "write `np.abs`, which may round in another way"
        return fence.refuse(frame, construct, e.span, help=help_)
    return apply(frame, REGISTRY["abs"], [kind], {}, e.span, into=into, spans=[argument.span])


def _round(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`round(x)`: the nearest int, of two the even one; of a NumPy scalar also to decimals."""
    if "ndigits" in keywords:
        arguments = [*arguments, keywords["ndigits"]]
    number, span = arguments[0].kind, arguments[0].span
    type_ = type_of_kind(number)
    if len(arguments) > 2 or rank_of(number) != 0 or not isinstance(type_, NumberType | ScalarType):
        is_array = isinstance(type_, TensorType) and len(arguments) <= 2 and not keywords
        edits = instead(frame, e.function.span, (), "np.round" if is_array else None)
        help_ = "use `np.round`"
        return fence.refuse(frame, "`round` of an array", e.span, help=help_, edits=edits)
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
        pass_over(frame, kind)
        named = kind.text and kind.identity is not None
        count = len(kind.items)
        return Built(f"len({kind.text})" if named else repr(count), count)
    if isinstance(kind, Grown):
        return length(kind)
    if isinstance(kind, Repeated) and kind.form != "iterator":
        return Built(f"len({kind.text})", type=INT)
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType) and kind.type.shape:
        return Sized(f"{kind.text}.shape[0]", kind.type.shape[0])
    return frame.refuse("rank-mismatch", f"{describe(kind)} has no length", argument.span)


def _dict(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`dict(w=w)`, which is `{"w": w}`."""
    if arguments:
        return refuse_unknown(frame, Built("dict", dict), e)
    return Table("", {name: a.kind for name, a in keywords.items()})


_CALLS: dict[Any, Callable[..., Kind]] = {
    **dict.fromkeys((abs, ascii, bool, float, int, len, repr, str), _of_one),
    **dict.fromkeys((divmod, format, pow), _of_two),
    **dict.fromkeys((max, min), extreme),
    **dict.fromkeys((all, any), truth_call),
    **dict.fromkeys(QUESTIONS, question),
    round: _round,
    dict: _dict,
    sum: sum_call,
}

BUILTINS = tuple(_CALLS)
