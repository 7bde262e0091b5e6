"""Calls: what a called object means inside a graph, decided by what it is, never by its name."""

from __future__ import annotations

import builtins
import math
from collections.abc import Mapping
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Span
from dslc.ir.dims import dim_max, dim_min
from dslc.ir.dtypes import NAMES
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.types import CLASSES, INT, NumberType, TensorType, Type
from dslc.specs import struct_fields

from . import fence
from .argument import Argument
from .branches import choose
from .frame import Frame, NeedsBuild, is_data
from .kinds import (
    POISON,
    UNKNOWN,
    Built,
    Computed,
    Kind,
    Method,
    Poison,
    Record,
    Sequence,
    Sized,
    describe,
    is_run,
    opened,
    rank_of,
    type_of_kind,
)
from .operations import apply, as_attribute, strong
from .texts import text_of
from .tree import Call

Arguments = list[Argument]
Keywords = Mapping[str, Argument]


@lru_cache(maxsize=1)
def _numpy_functions() -> dict[int, Op]:
    """NumPy's functions that mean ops, by identity."""
    return {
        id(getattr(np, name)): op
        for op in REGISTRY.values()
        for name in op.numpy
        if hasattr(np, name)
    }


@lru_cache(maxsize=1)
def _methods() -> dict[str, Op]:
    return {name: op for op in REGISTRY.values() for name in op.methods}


def by_method(name: str) -> Op | None:
    """The op that a method of an array means."""
    return _methods().get(name)


def call(
    frame: Frame, callee: Kind, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    """What a call gives."""
    everything = [*arguments, *keywords.values()]
    if any(isinstance(a.kind, Poison) for a in everything):
        return POISON
    if isinstance(callee, Method):
        return _method(frame, callee, arguments, keywords, e, into)
    if not isinstance(callee, Built):
        return fence.refuse(frame, f"calling {describe(callee)}", e.span)
    function = callee.value
    op = _numpy_functions().get(id(function))
    if op is not None and (op_is_node(op, everything)):
        return _op_call(frame, op, arguments, keywords, e, into, by_name=True)
    if isinstance(function, GraphFunction | CompiledFunction):
        return frame.session.call_graph(frame, callee, arguments, dict(keywords), e, into)
    if not any(is_run(a.kind) for a in everything):
        built = _while_building(callee, arguments, keywords)
        plain = isinstance(function, FunctionType) and all(_is_known(a.kind) for a in everything)
        if not plain or is_data(built.value):
            return built
    return _run_call(frame, callee, arguments, keywords, e, into)


def op_is_node(op: Op, arguments: Arguments) -> bool:
    """Whether a NumPy call becomes a node: with run-time operands, or when it makes an array."""
    return not op.operands or op.name in ("full",) or any(is_run(a.kind) for a in arguments)


def _run_call(
    frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    function = callee.value
    if function is UNKNOWN:
        return fence.refuse(
            frame, "calling a function that depends on a build-time parameter", e.span
        )
    if function in _BUILTINS:
        return _builtin(frame, function, arguments, keywords, e, into)
    if isinstance(function, type) and issubclass(function, np.generic):
        return _scalar_class(frame, callee, arguments, e, into)
    if isinstance(function, type) and struct_fields(function) is not None:
        return _struct(frame, callee, arguments, keywords, e)
    if isinstance(function, FunctionType):
        return frame.session.inline(frame, callee, arguments, dict(keywords), e, into)
    return frame.refuse(
        "unknown-function",
        f"`{callee.text}` is not part of the language",
        e.function.span,
        help="use NumPy functions and operators, `@graph` functions, or plain Python functions made of them",
    )


# --- ops --------------------------------------------------------------------------------------


def _op_call(
    frame: Frame,
    op: Op,
    arguments: Arguments,
    keywords: Keywords,
    e: Call,
    into: str | None,
    *,
    by_name: bool,
) -> Kind:
    positional: list[Any] = list(arguments)
    if op.variadic and positional:
        sequence = positional[0].kind
        if not isinstance(sequence, Sequence):
            return frame.refuse(
                "argument-mismatch", f"`{op.name}` takes a tuple of arrays", positional[0].span
            )
        positional[0] = [Argument(kind, positional[0].span) for kind in sequence.items]
    try:
        operands, attributes = op.bind(tuple(positional), keywords)
    except RuleError as error:
        return frame.refuse(error.code, error.message, e.span, help=error.help)
    given = {name: value for name, value in attributes.items() if isinstance(value, Argument)}
    kinds = {
        n: as_attribute(frame, a.kind, a.span, "shape" if n in _SIZES else n)
        for n, a in given.items()
    }
    values = [operand.kind for operand in operands]
    if by_name and op.strong and values:
        values = strong(frame, values, e.span)
    return apply(frame, op, values, kinds, e.span, into=into, spans=[o.span for o in operands])


_SIZES = ("shape", "start", "stop", "step")


def _method(
    frame: Frame,
    method: Method,
    arguments: Arguments,
    keywords: Keywords,
    e: Call,
    into: str | None,
) -> Kind:
    op = by_method(method.name)
    assert op is not None
    rest = list(arguments)
    if method.name in ("reshape", "transpose") and rest and not isinstance(rest[0].kind, Sequence):
        none = isinstance(rest[0].kind, Built) and rest[0].kind.value is None
        if not none:  # x.reshape(2, 3) is x.reshape((2, 3))
            rest = [Argument(Sequence("", tuple(a.kind for a in rest)), rest[0].span)]
    if op.name == "cast":
        rest = [_array_dtype(frame, a) for a in rest]
    place = Argument(method.object, e.function.span)
    return _op_call(frame, op, [place, *rest], keywords, e, into, by_name=False)


def _array_dtype(frame: Frame, argument: Argument) -> Argument:
    """`float` as the dtype of an array, which is float64."""
    kind = argument.kind
    if isinstance(kind, Built) and kind.known and any(kind.value is c for c in CLASSES.values()):
        kind = Built(f"{frame.g}.dtype({kind.text})", np.dtype(kind.value))
    return Argument(kind, argument.span)


def _scalar_class(
    frame: Frame, callee: Built, arguments: Arguments, e: Call, into: str | None
) -> Kind:
    """`np.float32(x)`."""
    if np.dtype(callee.value) not in NAMES:
        return frame.refuse(
            "dtype-mismatch", f"`{callee.text}` is not a dtype of the language", e.span
        )
    if len(arguments) != 1:
        return frame.refuse("argument-mismatch", f"`{callee.text}` takes one value", e.span)
    kind = arguments[0].kind
    if isinstance(type_of_kind(kind), TensorType):
        return fence.refuse(
            frame, f"`{callee.text}` of an array", e.span, help="use `.astype(...)`"
        )
    attributes: dict[str, Kind] = {"dtype": callee}
    return apply(
        frame, REGISTRY["cast"], [kind], attributes, e.span, into=into, spans=[arguments[0].span]
    )


# --- build-time and Python callables ----------------------------------------------------------

_SAFE = (
    *(
        getattr(builtins, n)
        for n in (
            "abs",
            "bool",
            "float",
            "int",
            "len",
            "max",
            "min",
            "round",
            "str",
            "sum",
            "tuple",
        )
    ),
    *(
        getattr(builtins, n)
        for n in ("range", "list", "sorted", "reversed", "zip", "enumerate", "isinstance", "divmod")
    ),
)
"""Functions without effects, which may be called to learn a build-time value."""


def _while_building(callee: Built, arguments: Arguments, keywords: Keywords) -> Kind:
    """A call that stays Python in the emitted text."""
    texts = [text_of(a.kind) for a in arguments]
    texts += [f"{name}={text_of(a.kind)}" for name, a in keywords.items()]
    text = f"{callee.text}({', '.join(texts)})"
    values = [_value(a.kind) for a in (*arguments, *keywords.values())]
    safe = (
        any(callee.value is f for f in _SAFE)
        or getattr(math, getattr(callee.value, "__name__", ""), None) is callee.value
    )
    safe = safe or (isinstance(callee.value, type) and issubclass(callee.value, np.generic))
    safe = safe or isinstance(callee.value, np.ufunc | FunctionType)
    if not safe or any(value is UNKNOWN for value in values):
        return Built(text, type=_result_type(callee.value, [a.kind for a in arguments]))
    named = dict(zip(keywords, values[len(arguments) :], strict=True))
    try:
        return Built(text, callee.value(*values[: len(arguments)], **named))
    except Exception:  # it will raise when the graph is built, with the user's line
        return Built(text)


def _result_type(function: Any, kinds: list[Kind]) -> Type | None:
    """The type of what a builtin gives for build-time numbers whose values are not known."""
    if function is builtins.len:
        return INT
    for kind, cls in CLASSES.items():
        if function is cls:
            return NumberType(kind)  # type: ignore[arg-type]
    types = {opened(type_of_kind(kind)) for kind in kinds}
    same = function in (builtins.abs, builtins.min, builtins.max) and len(types) == 1
    return types.pop() if same else None


def _is_known(kind: Kind) -> bool:
    return _value(kind) is not UNKNOWN


def _value(kind: Kind) -> Any:
    if isinstance(kind, Sequence):
        items = [_value(item) for item in kind.items]
        if any(item is UNKNOWN for item in items):
            return UNKNOWN
        return items if kind.is_list else tuple(items)
    return kind.value if isinstance(kind, Built) else UNKNOWN


def _struct(frame: Frame, callee: Built, arguments: Arguments, keywords: Keywords, e: Call) -> Kind:
    """A struct made in the graph: its constructor is called in the emitted text."""
    import inspect

    try:
        bound = inspect.signature(callee.value).bind(*arguments, **keywords)
    except TypeError as error:
        return frame.refuse("argument-mismatch", f"`{callee.text}`: {error}", e.span)
    bound.apply_defaults()
    fields = {
        name: value.kind if isinstance(value, Argument) else Built("", value)
        for name, value in bound.arguments.items()
    }
    texts = [text_of(a.kind) for a in arguments] + [
        f"{n}={text_of(a.kind)}" for n, a in keywords.items()
    ]
    return Record(f"{callee.text}({', '.join(texts)})", callee.value, fields)


# --- builtins ---------------------------------------------------------------------------------

_BUILTINS = (
    builtins.abs,
    builtins.int,
    builtins.float,
    builtins.bool,
    builtins.len,
    builtins.min,
    builtins.max,
)


def _builtin(
    frame: Frame, function: Any, arguments: Arguments, keywords: Keywords, e: Call, into: str | None
) -> Kind:
    if keywords or not arguments:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    first = arguments[0]
    if function is builtins.len:
        return _length(frame, first)
    if function in (builtins.min, builtins.max):
        return _extreme(frame, function, arguments, e, into)
    if len(arguments) != 1:
        return frame.refuse("argument-mismatch", f"`{function.__name__}` takes one value", e.span)
    if function is builtins.abs:
        return apply(
            frame, REGISTRY["abs"], [first.kind], {}, e.span, into=into, spans=[first.span]
        )
    if isinstance(first.kind, Sized) and function is builtins.int:
        return first.kind
    cls: dict[str, Kind] = {"dtype": Built(function.__name__, function)}
    return apply(frame, REGISTRY["cast"], [first.kind], cls, e.span, into=into, spans=[first.span])


def _length(frame: Frame, argument: Argument) -> Kind:
    kind = argument.kind
    if isinstance(kind, Sequence):
        return Built(repr(len(kind.items)), len(kind.items))
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType) and kind.type.shape:
        return Sized(f"{kind.text}.shape[0]", kind.type.shape[0])
    return frame.refuse("rank-mismatch", f"{describe(kind)} has no length", argument.span)


def _extreme(frame: Frame, function: Any, arguments: Arguments, e: Call, into: str | None) -> Kind:
    """`min(a, b)` and `max(a, b)`:

    the later value only where it is strictly better, as in Python.
    """
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
    op = REGISTRY["less" if function is builtins.min else "greater"]
    best = kinds[0]
    for number, kind in enumerate(kinds[1:], start=2):
        better = apply(frame, op, [kind, best], {}, e.span)
        if isinstance(better, Poison):
            return POISON
        name = into if number == len(kinds) else None
        best = choose(frame, better, (lambda kind=kind: kind, lambda best=best: best), e.span, name)
    return best


def _extreme_size(frame: Frame, function: Any, kinds: list[Kind]) -> Kind | None:
    values = [
        k.size if isinstance(k, Sized) else k.value if isinstance(k, Built) else UNKNOWN
        for k in kinds
    ]
    if any(
        value is UNKNOWN or type(value) in (bool, float) or isinstance(value, np.generic)
        for value in values
    ):
        return None
    least = function is builtins.min
    size = values[0]
    for value in values[1:]:
        size = dim_min(size, value) if least else dim_max(size, value)
    text = f"{frame.g}.dim_{'min' if least else 'max'}({', '.join(text_of(k) for k in kinds)})"
    return Sized(text, size)


def needs_build(kind: Kind, span: Span) -> None:
    """Raise `NeedsBuild` when a kind is a loop variable."""
    if isinstance(kind, Computed) and kind.loop is not None:
        raise NeedsBuild(kind.loop, span)
