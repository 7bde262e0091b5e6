"""Calls of helpers that make functions, where all that they get is known while building."""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType, FunctionType

from .binding import Argument
from .captured import is_known
from .frame import Frame
from .kind_parts import leaves
from .kinds import Built, Closure, Kind
from .tree import Call


def made_function(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind | None:
    """What a helper gives, walked, where there is a function in it; None for any other call."""
    function = callee.value
    if not isinstance(function, FunctionType) or is_known(function):
        return None
    if not _has_inner(function.__code__):
        return None
    state, reported = frame.save(), len(frame.session.diagnostics)
    kind = frame.session.inline(frame, callee, arguments, dict(keywords), e, into)
    refused = len(frame.session.diagnostics) > reported
    if not refused and any(isinstance(leaf, Closure) for leaf in leaves(kind)):
        return kind
    frame.restore(state, within=True)
    del frame.session.diagnostics[reported:]
    return None


def has_function(kind: Kind) -> bool:
    """Whether functions of Python are in a kind."""
    return any(isinstance(leaf, Built) and callable(leaf.value) for leaf in leaves(kind))


def _has_inner(code: CodeType) -> bool:
    return any(isinstance(constant, CodeType) for constant in code.co_consts)
