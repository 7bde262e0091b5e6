"""`*` and `**`: the items of what they stand before, where building knows how many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Span
from dslc.ir.spellings import by_function
from dslc.ir.types import TensorType

from . import fence
from .binding import Argument
from .containers import repeated
from .edits import in_order
from .frame import Frame
from .generators import made_of
from .kind_parts import key_text
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Table,
    describe,
    present,
)
from .structs import as_sequence
from .texts import atom, item_of_built, text_of
from .tree import Call, Expression, List, Starred, Tuple
from .unpacking import rows_of

Walk = Callable[[Frame, Expression], Kind]


def items_of(frame: Frame, kind: Kind, span: Span) -> tuple[Kind, ...] | Poison | None:
    """The items of what stands behind a `*`; None where building decides how many there are."""
    kind = as_sequence(present(kind))
    match kind:
        case Sequence(items=items):
            return items
        case Table(items=table):
            return tuple(Built(key_text(key), key) for key in table)
        case Built():
            return _items_of_built(frame, kind, span)
        case Repeated():
            return None
        case Computed(type=TensorType() as type_):
            rows = rows_of(frame, kind, type_, [], span)
            return rows if isinstance(rows, Poison) else rows.items
        case Poison():
            return kind
    return frame.refuse("argument-mismatch", f"{describe(kind)} has no items for `*`", span)


def _items_of_built(frame: Frame, kind: Built, span: Span) -> tuple[Kind, ...] | Poison | None:
    match kind.value:
        case dict() as value:
            return tuple(Built(key_text(key), key) for key in value)
        case tuple() | list() | str() | range() as value:
            return tuple(item_of_built(kind, n, item) for n, item in enumerate(value))
        case set() | frozenset() as value:
            help_, edits = "write `*sorted(...)`", in_order(frame, span, value)
            return fence.refuse(frame, "`*` of a set", span, help=help_, edits=edits)
    if not kind.known:
        return None
    return frame.refuse("argument-mismatch", f"{describe(kind)} has no items for `*`", span)


def display(frame: Frame, e: Tuple | List, walk: Walk) -> Kind:
    """A tuple or list with `*` in it."""
    items: list[Kind] = []
    spread: list[Kind] = []  # the same, with the whole of what only building can take apart
    for part in e.items:
        value = part.value if isinstance(part, Starred) else part
        kind = walk(frame, value)
        found: tuple[Kind, ...] | Poison | None = (kind,)
        if isinstance(part, Starred):
            found = items_of(frame, made_of(frame, value, kind), part.span)
        if found is None:  # one item stands for all that it has
            every = repeated(frame, kind, part.span)
            found = (every if isinstance(every, Poison) else every.item,)
            spread.append(Built(f"*{text_of(kind)}"))
        elif not isinstance(found, Poison):
            spread += found
        if isinstance(found, Poison) or any(isinstance(item, Poison) for item in found):
            return POISON
        items += found
    whole = Sequence("", tuple(items), isinstance(e, List))
    if all(a is b for a, b in zip(items, spread, strict=True)):
        return whole
    return _open(frame, whole, text_of(replace(whole, items=tuple(spread))), e.span)


def _open(frame: Frame, whole: Sequence, text: str, span: Span) -> Kind:
    """A display of which building decides how many items it has."""
    if all(isinstance(item, Built) for item in whole.items):
        return Built(text)
    every = repeated(frame, whole, span)
    if isinstance(every, Poison):
        return every
    return Repeated(text, every.item, "list" if whole.is_list else "tuple")


Walked = Callable[[Expression, int | str], Argument]
"""Walks the argument at a place, or of a name."""


def given(
    frame: Frame, callee: Kind, e: Call, walked: Walked
) -> tuple[list[Argument], dict[str, Argument]] | None:
    """The arguments and keywords of a call, left to right; None after a refusal."""
    arguments: list[Argument] = []
    for part in e.arguments:
        if isinstance(part, Starred):
            kind = walked(part.value, len(arguments)).kind
            found = _starred(frame, callee, part, kind)
            if found is None:
                return None
            arguments += found
        else:
            arguments.append(walked(part, len(arguments)))
    keywords: dict[str, Argument] = {}
    for keyword in e.keywords:
        if keyword.name is None:
            kind = walked(keyword.value, "").kind
            more = keywords_of(frame, kind, keyword.value.span)
            if isinstance(more, Poison):
                return None
        else:
            more = {keyword.name: walked(keyword.value, keyword.name).kind}
        for name, kind in more.items():
            if name in keywords:
                message = f"`{name}` is given twice"
                frame.refuse("argument-mismatch", message, keyword.value.span)
                return None
            keywords[name] = Argument(kind, keyword.value.span)
    return arguments, keywords


def _starred(frame: Frame, callee: Kind, e: Starred, kind: Kind) -> list[Argument] | None:
    """The arguments that `*value` gives, None after a refusal.

    What only building knows stays as it is in a call that is Python's.
    """
    found = items_of(frame, made_of(frame, e.value, kind), e.span)
    if isinstance(found, Poison):
        return None
    if found is not None:
        return [Argument(item, e.span) for item in found]
    python = isinstance(callee, Built) and callee.known and _stays_python(callee.value)
    if isinstance(kind, Built) and python:
        return [Argument(Built(f"*{atom(kind)}", tight=0), e.span)]
    fence.refuse(
        frame, f"`*` of {describe(kind)}, whose length is not known here,", e.span,
        help="write the arguments, or pass the whole as one",
    )  # fmt: skip
    return None


def _stays_python(function: Any) -> bool:
    """Whether a call of build values is one of the emitted text."""
    is_op = by_function(function) is not None or isinstance(function, np.ufunc)
    graph = isinstance(function, GraphFunction | CompiledFunction | FunctionType)
    return not is_op and not graph


def keywords_of(frame: Frame, kind: Kind, span: Span) -> Mapping[str, Kind] | Poison:
    """The keywords that `**` gives."""
    kind = present(kind)
    match kind:
        case Poison():
            return kind
        case Table(items=table):
            found: dict[Any, Kind] = dict(table)
        case Built(value=dict() as value):
            found = {k: item_of_built(kind, k, item) for k, item in value.items()}
        case Built(known=False) | Repeated(form="dict"):
            return fence.refuse(
                frame, "`**` of a dict whose keys are not known here", span,
                help="write the keywords",
            )  # fmt: skip
        case _:
            return frame.refuse("argument-mismatch", f"`**` of {describe(kind)}", span)
    if not all(isinstance(key, str) for key in found):
        return frame.refuse("argument-mismatch", "keywords must be text", span)
    return found
