"""`assert` and `raise`: checks when the graph runs."""

from __future__ import annotations

import builtins
from dataclasses import replace

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.templates import escaped

from . import fence
from .edits import without_cause
from .expressions import expression, test
from .frame import Frame
from .kinds import Built, Kind, Poison, Template, describe
from .operations import apply
from .sugar import Raise
from .texts import text_of
from .tree import Assert, Expression
from .truths import learn_from
from .unbound import learn_test


def assert_(frame: Frame, s: Assert) -> None:
    """`assert test, message`; of another class of exception than AssertionError too."""
    frame.base = "test"
    tested = test(frame, s.test, frame.names.fresh("test"))
    given = _exception(frame, s.error, s.message, s.span)
    if given is None or isinstance(tested, Poison):
        return
    if isinstance(tested, Built) and tested.value is True and frame.is_decided(tested):
        return
    if s.error is None and isinstance(tested, Built) and tested.known and tested.value:
        tail = f", {text_of(given['message'])}" if s.message is not None else ""
        frame.writer.line(f"assert {tested.text}{tail}")
        in_run = False
    else:
        into = frame.names.fresh("checked")
        apply(frame, REGISTRY["check"], [tested], given, s.span, into=into)
        in_run = True
    learn_from(frame, tested, holds=True)
    learn_test(frame, s.test, holds=True, in_run=in_run)


def raise_(frame: Frame, s: Raise) -> None:
    """`raise error(message)`: a check that fails."""
    frame.base = "message"
    if s.refused is not None:
        has_cause = s.refused == "`raise` with `from`" and s.cause is not None
        edits = without_cause(frame, s.cause.span) if has_cause and s.cause is not None else ()
        fence.refuse(frame, s.refused, s.span, edits=edits)
        return
    given = _exception(frame, s.error, s.message, s.span)
    if given is not None:
        texts = [f"{name}={text_of(kind)}" for name, kind in given.items()]
        frame.writer.call(f"{frame.g}.check", ["False", *texts])
        frame.raises += 1


def _exception(
    frame: Frame, error: Expression | None, message: Expression | None, span: Span
) -> dict[str, Kind] | None:
    """What a check says of the exception that it raises; None after a refusal."""
    cls = None if error is None else _class(frame, error)
    text = None if message is None else _message(frame, message)
    if isinstance(cls, Poison) or isinstance(text, Poison):
        return None
    given = {"message": text, "error": cls}
    return {name: kind for name, kind in given.items() if kind is not None}


def _message(frame: Frame, e: Expression) -> Kind:
    """The text of an exception; its value is a template."""
    kind = expression(frame, e)
    if isinstance(kind, Template):
        return Built(kind.text)
    if isinstance(kind, Built) and isinstance(kind.value, str):
        return replace(kind, value=escaped(kind.value))
    if isinstance(kind, Poison) or (isinstance(kind, Built) and not kind.known):
        return kind
    said = frame.code(e.span)
    return fence.refuse(
        frame, f"an exception of {describe(kind)}", e.span, help=f'give it a text: `f"{{{said}}}"`'
    )


def _class(frame: Frame, e: Expression) -> Kind:
    """The exception that is raised: a built-in one by its name, a program's own as it is."""
    kind = expression(frame, e)
    if isinstance(kind, Poison):
        return kind
    cls = kind.value if isinstance(kind, Built) else None
    if not (isinstance(cls, type) and issubclass(cls, Exception)):
        return fence.refuse(frame, "raising what is no class of exceptions", e.span)
    error: type[Exception] = cls
    name = error.__name__
    if issubclass(error, StopIteration | StopAsyncIteration):
        return fence.refuse(frame, f"raising `{name}`", e.span)
    if vars(builtins).get(name) is not error:
        return kind
    if issubclass(error, UnicodeError) and error is not UnicodeError:
        return fence.refuse(frame, f"raising `{name}`, which takes more than a text,", e.span)
    return Built(f'"{name}"', name)
