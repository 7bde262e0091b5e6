"""`print`: Python's own, when the graph runs."""

from __future__ import annotations

import sys

from dslc.ir.ops.output import STREAMS

from .formatting import Refused, Walk, refuse, value_in_text
from .frame import Frame
from .kinds import POISON, Built, Kind, Poison, describe
from .spreading import items_of
from .texts import text_of
from .tree import Attribute, Call, Expression, Starred
from .writer import quoted

_OPTIONS = ("sep", "end", "flush")


def print_call(frame: Frame, e: Call, walk: Walk) -> Kind:
    """Emit a `print`; `walk` walks an expression."""
    try:
        texts = [t for argument in e.arguments for t in _arguments(frame, argument, walk)]
        options = [_option(frame, keyword.name, keyword.value, walk) for keyword in e.keywords]
    except Refused:
        return POISON
    frame.writer.call(f"{frame.g}.print", texts + [option for option in options if option])
    frame.raises += 1
    return Built("None", None)


def _arguments(frame: Frame, e: Expression, walk: Walk) -> list[str]:
    if not isinstance(e, Starred):
        return [text_of(value_in_text(frame, walk(frame, e), e))]
    kind = walk(frame, e.value)
    items = items_of(frame, kind, e.span)
    if items is None:
        refuse(frame, f"`*` of {describe(kind)}, whose length is not known here,", e)
    if items is None or isinstance(items, Poison):
        raise Refused
    return [text_of(value_in_text(frame, item, e)) for item in items]


# --- options --------------------------------------------------------------------------------------


def _option(frame: Frame, name: str | None, e: Expression, walk: Walk) -> str:
    """`sep=", "`; "" for what says nothing."""
    if name is None:
        refuse(frame, "`**` in a call", e)
    kind = walk(frame, e)
    if isinstance(kind, Poison):
        raise Refused
    if name == "file":
        return _stream(frame, kind, e)
    if name not in _OPTIONS:
        frame.refuse("argument-mismatch", f"`print` has no `{name}`", e.span)
        raise Refused
    if not isinstance(kind, Built) or (kind.known and not _fits(name, kind.value)):
        what = "a bool" if name == "flush" else "text or None"
        message = f"`{name}` of `print` is {what}, known while the graph is built"
        frame.refuse("argument-mismatch", message, e.span, label=f"this is {describe(kind)}")
        raise Refused
    return f"{name}={kind.text}"


def _fits(name: str | None, value: object) -> bool:
    return isinstance(value, bool) if name == "flush" else value is None or isinstance(value, str)


def _stream(frame: Frame, kind: Kind, e: Expression) -> str:
    """`file=sys.stderr`: the stream is the one of that name when the graph runs."""
    if isinstance(kind, Built) and kind.known:
        if kind.value is None:
            return ""
        for name in STREAMS:
            if isinstance(e, Attribute) and e.name == name and kind.value is getattr(sys, name):
                return "" if name == "stdout" else f"file={quoted(name)}"
    return refuse(frame, "printing to this", e, help="print to `sys.stdout` or `sys.stderr`")
