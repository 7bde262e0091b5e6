"""`print`: Python's own, when the graph runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeAlias

from dslc.ir.op import RuleError
from dslc.ir.ops.output import STREAMS, check_format
from dslc.ir.ops.rules import refuse_joined
from dslc.ir.templates import escaped

from . import fence
from .frame import Frame
from .kind_parts import is_run, leaves
from .kinds import (
    CONTAINERS,
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    type_of_kind,
)
from .live import names_in
from .texts import text_of
from .tree import Attribute, Call, Expression, Field, FormattedString, Starred
from .writer import quoted

Walk: TypeAlias = Callable[[Frame, Expression], Kind]

_WIDEST = 70
"""Of a text that stands in its `print`; a longer one gets a line, or several, of its own."""

_OPTIONS = ("sep", "end", "flush")


class _Refused(Exception):
    """Reported already."""


def print_call(frame: Frame, e: Call, walk: Walk) -> Kind:
    """Emit a `print`; `walk` walks an expression."""
    try:
        texts = [_argument(frame, argument, walk) for argument in e.arguments]
        options = [_option(frame, keyword.name, keyword.value, walk) for keyword in e.keywords]
    except _Refused:
        return POISON
    frame.writer.call(f"{frame.g}.print", texts + [option for option in options if option])
    frame.raises += 1
    return Built("None", None)


# --- arguments ------------------------------------------------------------------------------------


def _argument(frame: Frame, e: Expression, walk: Walk) -> str:
    if isinstance(e, FormattedString) and e.parts and not e.binds and _reads_run(frame, e):
        return _formatted(frame, e, walk)
    return text_of(_value(frame, e, walk))


def _reads_run(frame: Frame, e: Expression) -> bool:
    kinds = (frame.environment.get(read) for read in names_in(e))
    return any(kind is not None and is_run(kind) for kind in kinds)


def _value(frame: Frame, e: Expression, walk: Walk, conversion: str = "", spec: str = "") -> Kind:
    """What is printed: a single value, a build value, or a tuple or list of these."""
    if isinstance(e, Starred):
        _refuse(frame, fence.construct_of(e), e)
    kind = walk(frame, e)
    if isinstance(kind, Poison):
        raise _Refused
    if isinstance(kind, CONTAINERS) and (spec or conversion == "a"):
        message = f"{describe(kind)} has no format `{{{conversion and '!a'}{spec and ':'}{spec}}}`"
        frame.refuse("argument-mismatch", message, e.span)
        raise _Refused
    if isinstance(kind, Repeated) and kind.form == "iterator":
        _refuse(frame, "printing an iterator", e)
    for leaf in leaves(kind):
        if not isinstance(leaf, Built | Computed | Sized):
            _refuse(frame, f"printing {describe(leaf)}", e)
        _check_leaf(frame, leaf, e, conversion, spec)
    if _holds_struct(kind):
        _refuse(frame, "printing a struct", e, help="print its fields")
    return kind


def _check_leaf(frame: Frame, leaf: Kind, e: Expression, conversion: str, spec: str) -> None:
    """Refuse a value that has no such format."""
    type_ = type_of_kind(leaf)
    if type_ is None:
        return
    try:
        refuse_joined((type_,), "`print`")
        check_format(type_, conversion, spec)
    except RuleError as error:
        label = "; ".join(error.labels.values())
        notes = leaf.origins if isinstance(leaf, Computed) else ()
        frame.refuse(error.code, error.message, e.span, label=label, help=error.help, notes=notes)
        raise _Refused from None


def _holds_struct(kind: Kind) -> bool:
    match kind:
        case Sequence(items=items):
            return any(map(_holds_struct, items))
        case Table(items=table):
            return any(map(_holds_struct, table.values()))
        case Repeated(item=item):
            return _holds_struct(item)
    return isinstance(kind, Record)


def _refuse(frame: Frame, construct: str, e: Expression, help: str | None = None) -> None:
    fence.refuse(frame, construct, e.span, help=help)
    raise _Refused


# --- f-strings ------------------------------------------------------------------------------------


def _formatted(frame: Frame, e: FormattedString, walk: Walk) -> str:
    """`g.format("gap {:.3f}", gap)`."""
    template, values = "", []
    for part in e.parts:
        if isinstance(part, str):
            template += escaped(part)
            continue
        spec, known, inner = _spec(frame, part, walk)
        kind = _value(frame, part.value, walk, part.conversion, known)
        mark = f"!{part.conversion}" if part.conversion else ""
        template += f"{{{mark}{':' if spec else ''}{spec}}}"
        values += [text_of(kind), *inner]
    call = f"{frame.g}.format({', '.join([quoted(template), *values])})"
    if len(call) <= _WIDEST:
        return call
    name = frame.names.temporary(frame.base, "text")
    frame.writer.call(f"{name} = {frame.g}.format", [quoted(template), *values])
    return name


def _spec(frame: Frame, field: Field, walk: Walk) -> tuple[str, str, list[str]]:
    """A format; itself as far as it is known here ("" otherwise), and the values inside it."""
    spec, values, known = "", [], True
    for part in field.spec:
        if isinstance(part, str):
            if "{" in part or "}" in part:
                _refuse(frame, "a format with braces", field.value)
            spec += part
            continue
        kind = walk(frame, part.value)
        if isinstance(kind, Poison):
            raise _Refused
        if not isinstance(kind, Built):
            message = "a format must be known while the graph is built"
            frame.refuse(
                "depends-on-run", message, part.value.span, label=f"this is {describe(kind)}"
            )
            raise _Refused
        if part.conversion or part.spec:
            _refuse(frame, "a format inside a format", part.value)
        known = False
        spec += "{}"
        values.append(kind.text)
    return spec, spec if known else "", values


# --- options --------------------------------------------------------------------------------------


def _option(frame: Frame, name: str | None, e: Expression, walk: Walk) -> str:
    """`sep=", "`; "" for what says nothing."""
    if name is None:
        _refuse(frame, "`**` in a call", e)
    kind = walk(frame, e)
    if isinstance(kind, Poison):
        raise _Refused
    if name == "file":
        return _stream(frame, kind, e)
    if name not in _OPTIONS:
        frame.refuse("argument-mismatch", f"`print` has no `{name}`", e.span)
        raise _Refused
    if not isinstance(kind, Built) or (kind.known and not _fits(name, kind.value)):
        what = "a bool" if name == "flush" else "text or None"
        message = f"`{name}` of `print` is {what}, known while the graph is built"
        frame.refuse("argument-mismatch", message, e.span, label=f"this is {describe(kind)}")
        raise _Refused
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
    _refuse(frame, "printing to this", e, help="print to `sys.stdout` or `sys.stderr`")
    raise AssertionError("unreachable")
