"""Texts with values of the graph in them: f-strings, `str(x)` and `repr(x)`.

They have no value in a graph: a text is Python's own, made when the graph runs, for `print` and for
the messages of exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from dslc.ir.op import RuleError
from dslc.ir.ops.output import check_format
from dslc.ir.ops.rules import refuse_joined
from dslc.ir.templates import escaped

from . import fence
from .captured_arrays import is_of_run
from .frame import Frame
from .kind_parts import computed_leaves, leaves
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
    Template,
    describe,
    type_of_kind,
)
from .live import names_in
from .texts import text_of
from .tree import Expression, Field, FormattedString, Starred
from .writer import quoted

Walk: TypeAlias = Callable[[Frame, Expression], Kind]

_WIDEST = 70
"""Of a text that stands where it is used; a longer one gets a line, or several, of its own."""


class Refused(Exception):
    """Reported already."""


def is_text_of_run(frame: Frame, e: FormattedString) -> bool:
    """Whether an f-string shows values of the graph."""
    return bool(e.parts) and not e.binds and any(is_of_run(frame, each) for each in names_in(e))


def formatted(frame: Frame, e: FormattedString, walk: Walk, into: str | None) -> Kind:
    """`g.format("gap {:.3f}", gap)`."""
    template, values, shows_variable = "", list[str](), False
    try:
        for part in e.parts:
            if isinstance(part, str):
                template += escaped(part)
                continue
            kind, spec, inner = _field(frame, part, walk)
            shows_variable = shows_variable or _is_variable(kind)
            if isinstance(kind, Template):
                template, values = template + kind.pieces[0], [*values, *kind.pieces[1]]
                continue
            mark = f"!{part.conversion}" if part.conversion else ""
            template += f"{{{mark}{':' if spec else ''}{spec}}}"
            values += [text_of(kind), *inner]
    except Refused:
        return POISON
    return _text(frame, template, values, into, shows_variable)


def as_text(frame: Frame, function: Any, kind: Kind, e: Expression, into: str | None) -> Kind:
    """`str(x)`, `repr(x)` or `ascii(x)`."""
    conversion = function.__name__[0]
    try:
        kind = value_in_text(frame, kind, e, conversion)
    except Refused:
        return POISON
    if isinstance(kind, Template):
        return kind
    return _text(frame, f"{{!{conversion}}}", [text_of(kind)], into, _is_variable(kind))


def as_format(frame: Frame, kind: Kind, spec: Kind, e: Expression, into: str | None) -> Kind:
    """`format(x, ".3f")`."""
    said = spec.value if isinstance(spec, Built) else None
    if not isinstance(said, str) or "{" in said or "}" in said:
        return fence.refuse(frame, "a format that is not known here", e.span)
    try:
        kind = value_in_text(frame, kind, e, "", said)
    except Refused:
        return POISON
    template = f"{{:{said}}}" if said else "{}"
    return _text(frame, template, [text_of(kind)], into, _is_variable(kind))


def joined_texts(frame: Frame, left: Kind, right: Kind, into: str | None) -> Kind:
    """`left + right` of two texts."""
    template, values = "", list[str]()
    for kind in (left, right):
        pieces = kind.pieces if isinstance(kind, Template) else None
        if pieces is None:
            assert isinstance(kind, Built)
            pieces = escaped(kind.value), ()
        template, values = template + pieces[0], [*values, *pieces[1]]
    return _text(frame, template, values, into, False)


def _text(
    frame: Frame, template: str, values: list[str], into: str | None, shows_variable: bool
) -> Template:
    arguments = [quoted(template), *values]
    call = f"{frame.g}.format({', '.join(arguments)})"
    # A variable is shown as it is now, whatever is written to it before the text is used.
    if len(call) <= _WIDEST and not shows_variable:
        return Template(call, template, tuple(values))
    name = into or frame.names.temporary(frame.base, "text")
    frame.writer.call(f"{name} = {frame.g}.format", arguments)
    return Template(name)


def _is_variable(kind: Kind) -> bool:
    return any(
        leaf.memory is not None and leaf.memory.is_variable for leaf in computed_leaves(kind)
    )


# --- fields ---------------------------------------------------------------------------------------


def _field(frame: Frame, field: Field, walk: Walk) -> tuple[Kind, str, list[str]]:
    """The value of a field, its format, and the values inside the format."""
    if isinstance(field.value, Starred):
        refuse(frame, fence.construct_of(field.value), field.value)
    spec, known, inner = _spec(frame, field, walk)
    kind = walk(frame, field.value)
    return value_in_text(frame, kind, field.value, field.conversion, known), spec, inner


def _spec(frame: Frame, field: Field, walk: Walk) -> tuple[str, str, list[str]]:
    """A format; itself as far as it is known here ("" otherwise), and the values inside it."""
    spec, values, known = "", [], True
    for part in field.spec:
        if isinstance(part, str):
            if "{" in part or "}" in part:
                refuse(frame, "a format with braces", field.value)
            spec += part
            continue
        kind = walk(frame, part.value)
        if isinstance(kind, Poison):
            raise Refused
        if not isinstance(kind, Built):
            message = "a format must be known while the graph is built"
            frame.refuse(
                "depends-on-run", message, part.value.span, label=f"this is {describe(kind)}"
            )
            raise Refused
        if part.conversion or part.spec:
            refuse(frame, "a format inside a format", part.value)
        known = False
        spec += "{}"
        values.append(kind.text)
    return spec, spec if known else "", values


def value_in_text(
    frame: Frame, kind: Kind, e: Expression, conversion: str = "", spec: str = ""
) -> Kind:
    """What a text shows: a single value, a build value, or a tuple or list of these.

    Raises:
        Refused: of what has no text, or not this format.
    """
    if isinstance(kind, Poison):
        raise Refused
    if isinstance(kind, CONTAINERS | Template) and (
        spec or conversion == "a" or _is_again(kind, conversion)
    ):
        said = f"{conversion and '!'}{conversion}{spec and ':'}{spec}"
        message = f"{describe(kind)} has no format `{{{said}}}`"
        frame.refuse("argument-mismatch", message, e.span)
        raise Refused
    if isinstance(kind, Template):
        return kind
    if isinstance(kind, Repeated) and kind.form == "iterator":
        refuse(frame, "printing an iterator", e)
    for leaf in leaves(kind):
        if not isinstance(leaf, Built | Computed | Sized):
            refuse(frame, f"printing {describe(leaf)}", e)
        _check_leaf(frame, leaf, e, conversion, spec)
    if _holds_struct(kind):
        refuse(frame, "printing a struct", e, help="print its fields")
    return kind


def _is_again(kind: Kind, conversion: str) -> bool:
    """Whether a text is to be shown as Python would write it."""
    return isinstance(kind, Template) and conversion == "r"


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
        raise Refused from None


def _holds_struct(kind: Kind) -> bool:
    match kind:
        case Sequence(items=items):
            return any(map(_holds_struct, items))
        case Table(items=table):
            return any(map(_holds_struct, table.values()))
        case Repeated(item=item):
            return _holds_struct(item)
    return isinstance(kind, Record)


def refuse(frame: Frame, construct: str, e: Expression, help: str | None = None) -> NoReturn:
    """Refuse a construct in a text.

    Raises:
        Refused: always.
    """
    fence.refuse(frame, construct, e.span, help=help)
    raise Refused
