"""The arguments of a call, bound to the parameters of what is called."""

from __future__ import annotations

import cmath
import inspect
from dataclasses import dataclass

from dslc.captured_arrays import holds_arrays
from dslc.ir.diagnostics import Span

from . import fence
from .frame import Frame
from .kinds import Built, Kind, Poison, Sequence, Table
from .tree import Call
from .writer import quoted


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call: its kind, and where it stands."""

    kind: Kind
    span: Span


def bind_arguments(
    frame: Frame,
    callee: Built,
    signature: inspect.Signature,
    arguments: list[Argument],
    keywords: dict[str, Argument],
    e: Call,
) -> dict[str, Kind] | None:
    """The kind of each parameter in a call, defaults included."""
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as error:
        frame.refuse("argument-mismatch", f"`{callee.text}`: {error}", e.span)
        return None
    kinds: dict[str, Kind] = {}
    for name, parameter in signature.parameters.items():
        given = bound.arguments.get(name)
        if parameter.kind is parameter.VAR_POSITIONAL:
            kinds[name] = Sequence("", tuple(a.kind for a in given or ()))
        elif parameter.kind is parameter.VAR_KEYWORD:
            kinds[name] = Table("", {key: a.kind for key, a in (given or {}).items()})
        elif isinstance(given, Argument):
            kinds[name] = given.kind
        else:
            kinds[name] = _default(frame, callee, signature, name, e)
    return None if any(isinstance(k, Poison) for k in kinds.values()) else kinds


def _default(frame: Frame, callee: Built, signature: inspect.Signature, name: str, e: Call) -> Kind:
    """What a parameter holds that a call does not give: evaluated once, with the definition."""
    value = signature.parameters[name].default
    if isinstance(value, Argument):
        return value.kind
    if isinstance(value, list | dict | set | bytearray):
        return fence.refuse(
            frame, f"the default of `{name}` of `{callee.text}`, shared by all its calls,", e.span,
            help="let the default be None or a tuple",
        )  # fmt: skip
    if is_literal(value):
        return Built(repr(value), value)
    if holds_arrays(value):
        return frame.refuse(
            "captured-array", f"the default of `{name}` of `{callee.text}` holds an array", e.span,
            help="pass it as an argument",
        )  # fmt: skip
    parameters = list(signature.parameters.values())
    if signature.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY:
        return Built(f"{callee.text}.__kwdefaults__[{quoted(name)}]", value)
    first = next(n for n, p in enumerate(parameters) if p.default is not p.empty)
    number = list(signature.parameters).index(name) - first
    return Built(f"{callee.text}.__defaults__[{number}]", value)


def is_literal(value: object) -> bool:
    """Whether a value can be written as text: a simple one, or a tuple of these."""
    return is_simple(value) or (isinstance(value, tuple) and all(map(is_simple, value)))


def is_simple(value: object) -> bool:
    """Whether a value can be written as text."""
    if isinstance(value, float | complex):
        return cmath.isfinite(value)
    return value is None or isinstance(value, bool | int | str)
