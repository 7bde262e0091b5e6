"""`functools.reduce` over a tuple or list whose items are known."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from . import fence
from .binding import Argument
from .frame import Frame
from .kinds import Kind, Sequence
from .structs import as_sequence
from .tree import Call

Calling = Callable[[Frame, Kind, list[Argument], Mapping[str, Argument], Call, str | None], Kind]
"""What gives a call of a kind."""


def is_reduce(function: Any) -> bool:
    """Whether a function is `functools.reduce`."""
    return function is functools.reduce


def reduce_call(
    frame: Frame, arguments: list[Argument], e: Call, into: str | None, call: Calling
) -> Kind:
    """One call of the function after the other."""
    items = as_sequence(arguments[1].kind) if len(arguments) in (2, 3) else None
    if not isinstance(items, Sequence) or len(e.arguments) != len(arguments):
        return fence.refuse(
            frame, "`reduce` of these arguments", e.span, help="write a loop over the items"
        )
    found = [*(a.kind for a in arguments[2:]), *items.items]
    if not found:
        message = "`reduce` of nothing has no value"
        return frame.refuse("argument-mismatch", message, e.span, help="give it a start")
    place = e.arguments[1]
    one = Call(e.span, e.arguments[0], (place, place), ())
    total = found[0]
    for number, item in enumerate(found[1:], start=2):
        given = [Argument(total, place.span), Argument(item, place.span)]
        name = into if number == len(found) else None
        total = call(frame, arguments[0].kind, given, {}, one, name)
    return total
