"""Calls of functions of `operator`, which are the operators themselves."""

from __future__ import annotations

import operator as python
from collections.abc import Mapping
from typing import Any

from . import fence
from .binding import Argument
from .comparisons import COMPARE, compare_pair
from .frame import Frame
from .kinds import Built, Kind, Poison
from .operators import BINARY, UNARY, binary, unary
from .tested import as_bool, tested
from .tree import Call, Unary

_SAME = {"inv": "invert", "__abs__": "abs"}
"""Names of `operator` for what another name of it says."""

_BINARY = {function: text for text, function in BINARY.items()}
_UNARY = {function: text for text, function in UNARY.items()}
_COMPARE = {
    **{function: text for text, function in COMPARE.items() if not text.endswith("in")},
    python.contains: "in",
}


def is_operator(function: Any) -> bool:
    """Whether a function is one of Python's module `operator`."""
    return getattr(function, "__module__", "") == "_operator" and not isinstance(function, type)


def operator_call(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of a function of `operator`: what the operator gives."""
    function, kinds = callee.value, [argument.kind for argument in arguments]
    if any(isinstance(kind, Poison) for kind in kinds):
        return next(kind for kind in kinds if isinstance(kind, Poison))
    spans = [argument.span for argument in arguments]
    parts = e.arguments
    if not keywords and len(kinds) == len(parts) == 2:
        if function in _BINARY:
            pair = kinds[0], kinds[1]
            return binary(frame, _BINARY[function], pair, e, into, (spans[0], spans[1]))
        if function in _COMPARE:
            order = (1, 0) if function is python.contains else (0, 1)
            pair = kinds[order[0]], kinds[order[1]]
            places = parts[order[0]], parts[order[1]]
            return compare_pair(frame, _COMPARE[function], pair, places, e, into)
    if not keywords and len(kinds) == len(parts) == 1:
        if function is python.truth:
            return as_bool(frame, kinds[0], spans[0], into)
        if function in _UNARY:
            text = _UNARY[function]
            operand = tested(frame, kinds[0], spans[0]) if text == "not" else kinds[0]
            return unary(frame, operand, Unary(e.span, text, parts[0]), into)
    help_ = "write the operator itself"
    return fence.refuse(frame, f"`{callee.text}` of these", e.span, help=help_)
