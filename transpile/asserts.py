"""`assert`, and `raise` under a condition: a check when the graph runs."""

from __future__ import annotations

import builtins

from dslc.ir.op import REGISTRY

from . import fence
from .expressions import expression, test
from .frame import Frame
from .kinds import Built, Kind, Poison
from .operations import apply
from .tree import Assert, Expression


def assert_(frame: Frame, s: Assert) -> None:
    """`assert test, message`; of another class of exception than AssertionError too."""
    frame.base = "test"
    error = _error(frame, s.error) if s.error is not None else ""
    tested = test(frame, s.test, frame.names.fresh("test"))
    message = expression(frame, s.message) if s.message is not None else Built("''", "")
    if error is None or isinstance(message, Poison) or isinstance(tested, Poison):
        return
    if not isinstance(message, Built):
        what = "an exception" if error else "an assertion"
        fence.refuse(frame, f"{what} with a message of run-time values", s.span)
    elif not error and isinstance(tested, Built) and tested.known and tested.value:
        tail = f", {message.text}" if s.message is not None else ""
        frame.writer.line(f"assert {tested.text}{tail}")
    else:
        given: dict[str, Kind] = {"message": message} if s.message is not None else {}
        if error:
            given["error"] = Built(repr(error).replace("'", '"'), error)
        into = frame.names.fresh("checked")
        apply(frame, REGISTRY["check"], [tested], given, s.span, into=into)


def _error(frame: Frame, e: Expression) -> str | None:
    """The name of the built-in exception that is raised; None after a refusal."""
    kind = expression(frame, e)
    if isinstance(kind, Poison):
        return None
    cls = kind.value if isinstance(kind, Built) else None
    if isinstance(cls, type) and issubclass(cls, Exception) and not issubclass(cls, _WITH_PARTS):
        name: str = cls.__name__
        if name in vars(builtins) and vars(builtins)[name] is cls:
            return name
    fence.refuse(frame, "raising what is no built-in exception with a text", e.span)
    return None


_WITH_PARTS = (OSError, UnicodeError, SyntaxError, ImportError, KeyError, StopIteration)
"""Exceptions that make something else of a text, or mean something else in a call."""
