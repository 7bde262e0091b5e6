"""Nested functions with what their decorators make of them."""

from __future__ import annotations

import functools

from . import calls
from .binding import Argument
from .closures import nested
from .expressions import expression
from .frame import Frame
from .kinds import Built, Kind, Poison
from .tree import Call, Expression, OpaqueStatement


def define(frame: Frame, s: OpaqueStatement) -> Kind:
    """`def` in a function: its decorators from the top, then the function, then their calls."""
    function = next(each for each in frame.session.module.functions if each.span == s.span)
    frame.base = function.name
    decorators = [each for each in function.decorators if not _is_wraps(frame, each)]
    kinds = [expression(frame, each) for each in decorators]
    kind = nested(frame, s, expression)
    for decorator, callee in zip(reversed(decorators), reversed(kinds), strict=True):
        if isinstance(kind, Poison) or isinstance(callee, Poison):
            return kind
        e = Call(decorator.span, decorator, (), ())
        into = function.name if decorator is decorators[0] else None
        kind = calls.call(frame, callee, [Argument(kind, s.span)], {}, e, into)
    return kind


def _is_wraps(frame: Frame, e: Expression) -> bool:
    """Whether a decorator is `functools.wraps(f)`, which changes what a function is called."""
    if not isinstance(e, Call):
        return False
    callee = expression(frame, e.function)
    return isinstance(callee, Built) and callee.value is functools.wraps
