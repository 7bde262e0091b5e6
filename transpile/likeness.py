"""When two calls of a helper have one text: what that depends on in their arguments."""

from __future__ import annotations

import re

from dslc.ir.dims import interval

from .binding import is_simple
from .kinds import (
    Built,
    Chosen,
    Closure,
    Computed,
    Grown,
    Kind,
    Maybe,
    Record,
    Repeated,
    Sequence,
    Sized,
    Table,
)


def likeness_of(kind: Kind) -> object:
    """What a helper's text and result depend on in an argument."""
    if isinstance(kind, Computed | Grown):
        return _value_likeness(kind)
    if isinstance(kind, Sized):
        return "sized", str(kind.size), interval(kind.size), kind.loop
    if isinstance(kind, Sequence):
        return "sequence", kind.is_list, tuple(map(likeness_of, kind.items))
    if isinstance(kind, Table):
        return "table", tuple((key, likeness_of(item)) for key, item in kind.items.items())
    if isinstance(kind, Repeated):
        return kind.form, kind.certain, likeness_of(kind.item)
    if isinstance(kind, Record | Closure):
        what = kind.cls if isinstance(kind, Record) else kind.function.span
        named = kind.fields if isinstance(kind, Record) else kind.values
        return what, tuple((name, likeness_of(value)) for name, value in named.items())
    if isinstance(kind, Maybe):
        return "maybe", likeness_of(kind.inner)
    return _built_likeness(kind) if isinstance(kind, Built) else type(kind).__name__


def _value_likeness(kind: Computed | Grown) -> object:
    if isinstance(kind, Grown):
        return "grown", kind.form, kind.certain, kind.rows and str(kind.rows.type)
    variable = kind.memory is not None and kind.memory.is_variable
    return "computed", str(kind.type), variable


def _built_likeness(kind: Built) -> object:
    if isinstance(kind, Chosen):
        return "chosen", tuple(map(likeness_of, kind.options))
    value = repr(kind.value) if is_simple(kind.value) else id(kind.value)
    return "built", value, str(kind.type)


def unnumbered(likeness: str) -> str:
    """A likeness in which sizes that the walk need not know are numbered from one."""
    numbers: dict[str, int] = {}
    return re.sub(r"\?\w+", lambda m: f"?{numbers.setdefault(m[0], len(numbers))}", likeness)
