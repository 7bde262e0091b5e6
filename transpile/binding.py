"""The arguments of a call, bound to the parameters of what is called."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from dslc.ir.diagnostics import Span

from . import fence
from .frame import Frame
from .kinds import Built, Kind, Poison
from .tree import Call


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
        if isinstance(given, Argument):
            kinds[name] = given.kind
        elif parameter.default is not parameter.empty and is_simple(parameter.default):
            kinds[name] = Built(repr(parameter.default), parameter.default)
        else:
            fence.refuse(frame, f"the parameter `{name}` of `{callee.text}` in this form", e.span)
            return None
    return None if any(isinstance(k, Poison) for k in kinds.values()) else kinds


def is_simple(value: object) -> bool:
    """Whether a value can be written as text."""
    return value is None or isinstance(value, bool | int | float | complex | str)
