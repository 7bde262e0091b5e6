"""Questions that the cases of a `match` ask of a subject, answered while building."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

from dslc.ir.matching import has_items, has_keys
from dslc.ir.types import BOOL_NUMBER

from . import fence
from .access import attribute
from .frame import Frame
from .identities import identified
from .kinds import (
    ATOM,
    POISON,
    UNKNOWN,
    Built,
    Grown,
    Kind,
    Maybe,
    Poison,
    Repeated,
    Sequence,
    Table,
    describe,
    present,
)
from .patterns import HasItems, HasKeys, IsA, Items, Number, Others, PartOf, Question
from .structs import as_sequence
from .texts import atom, text_of, tuple_text
from .tree import Attribute, Expression
from .type_questions import class_of, has
from .writer import quoted

Walk = Callable[[Frame, Expression], Kind]


def asked(frame: Frame, e: Question, walk: Walk) -> Kind:
    """The answer to a question; what a part of the subject is has the text that gives it."""
    subject = walk(frame, e.subject)
    if isinstance(subject, Poison):
        return subject
    match e:
        case HasItems():
            return _has_items(frame, subject, e)
        case Items():
            return _items(frame, subject, e)
        case HasKeys() | Others():
            return _keys(frame, subject, e, walk)
        case IsA() | PartOf():
            cls = walk(frame, e.cls)
            if isinstance(cls, Poison):
                return cls
            if not (isinstance(cls, Built) and isinstance(cls.value, type)):
                return fence.refuse(frame, "a pattern of what is no class", e.cls.span)
            return (
                _is_a(frame, subject, cls, e)
                if isinstance(e, IsA)
                else _part(frame, subject, cls.value, e)
            )
    raise AssertionError(type(e).__name__)


def number(_: Frame, e: Number, into: str | None) -> Kind:
    """A number of a question."""
    return Built(str(e.value), e.value)


# --- sequences and mappings -------------------------------------------------------------------


def _has_items(frame: Frame, kind: Kind, e: HasItems) -> Kind:
    whole = as_sequence(kind)
    match whole:
        case Sequence(items=items):
            return _certain(len(items) >= e.count if e.more else len(items) == e.count)
        case Grown():
            help_ = "compare `len(...)` of it"
            return fence.refuse(frame, "a pattern of a list that the run makes", e.span, help=help_)
        case Repeated(form="list" | "tuple") | Built():
            more = ", more=True" if e.more else ""
            text = f"{frame.g}.has_items({whole.text}, {e.count}{more})"
            value: Any = UNKNOWN
            if isinstance(whole, Built) and whole.known:
                value = has_items(whole.value, e.count, more=e.more)
            return Built(text, value, type=BOOL_NUMBER)
    return _certain(False)


def _certain(answer: bool) -> Built:
    return Built(repr(answer), answer)


def _items(frame: Frame, kind: Kind, e: Items) -> Kind:
    """The list of some items, which is a new one."""
    whole = as_sequence(present(kind))
    stop = -e.end or None
    part = slice(e.start or None, stop)
    if isinstance(whole, Sequence):
        return Sequence("", whole.items[part], is_list=True)
    if not isinstance(whole, Built | Repeated):
        return fence.refuse(frame, f"the items of {describe(whole)}", e.span)
    text = atom(whole) if isinstance(whole, Built) else whole.text
    if part != slice(None, None):
        text = f"{text}[{e.start or ''}:{stop or ''}]"
    if isinstance(whole, Repeated):
        return identified(frame, Repeated(f"[*{text}]", whole.item, "list"))
    known = whole.known and has_items(whole.value, e.start + e.end, more=True)
    return Built(f"[*{text}]", list(whole.value[part]) if known else UNKNOWN)


def _keys(frame: Frame, kind: Kind, e: HasKeys | Others, walk: Walk) -> Kind:
    keys = [walk(frame, key) for key in e.keys]
    known = [key for key in keys if isinstance(key, Built)]
    if any(isinstance(key, Poison) for key in keys):
        return POISON
    if len(known) < len(keys):
        return fence.refuse(frame, "a key that is not known while building", e.span)
    return (
        _others(frame, kind, known, e) if isinstance(e, Others) else _has_keys(frame, kind, known)
    )


def _has_keys(frame: Frame, kind: Kind, keys: list[Built]) -> Kind:
    texts = ", ".join(key.text for key in keys)
    match kind:
        case Table(items=items) if all(key.known for key in keys):
            return _certain(all(key.value in items for key in keys))
        case Table() | Repeated(form="dict") | Built():
            text = f"{frame.g}.has_keys({', '.join(filter(None, (text_of(kind), texts)))})"
            value: Any = UNKNOWN
            if isinstance(kind, Built) and kind.known and all(key.known for key in keys):
                value = has_keys(kind.value, *(key.value for key in keys))
            return Built(text, value, type=BOOL_NUMBER)
    return _certain(False)


def _others(frame: Frame, kind: Kind, keys: list[Built], e: Others) -> Kind:
    """The dict of what stands under other keys, which is a new one."""
    whole = present(kind)
    values = [key.value for key in keys]
    if isinstance(whole, Table) and UNKNOWN not in values:
        return Table("", {key: item for key, item in whole.items.items() if key not in values})
    if not isinstance(whole, Built | Repeated):
        return fence.refuse(frame, f"the keys of {describe(whole)}", e.span)
    text = atom(whole) if isinstance(whole, Built) else whole.text
    but = f" if k not in {tuple_text([key.text for key in keys])}" if keys else ""
    text = f"{{k: v for k, v in {text}.items(){but}}}"
    if isinstance(whole, Repeated):
        return identified(frame, Repeated(text, whole.item, "dict"))
    if not whole.known or UNKNOWN in values or not has_keys(whole.value):
        return Built(text)
    return Built(text, {k: v for k, v in whole.value.items() if k not in values})


# --- classes ----------------------------------------------------------------------------------


def _is_a(frame: Frame, kind: Kind, cls: Built, e: IsA) -> Kind:
    names = [_name_of(frame, cls.value, place, e) for place in e.places]
    if None in names:
        return POISON
    wanted = [name for name in names if name]
    if isinstance(kind, Maybe):
        inner = _is_a(frame, kind.inner, cls, e)
        if not isinstance(inner, Built) or not inner.known or issubclass(type(None), cls.value):
            return fence.refuse(frame, "a pattern of a class of what may be None", e.span)
        return Built(f"{kind.text} is not None", type=BOOL_NUMBER) if inner.value else inner
    if isinstance(kind, Built) and (kind.known or kind.type is None):
        tests = [f"isinstance({kind.text}, {cls.text})"]
        unsure = [name for name in wanted if not _surely_has(cls.value, name)]
        tests += [f"hasattr({kind.text}, {quoted(name)})" for name in unsure]
        value: Any = UNKNOWN
        if kind.known:
            found = isinstance(kind.value, cls.value)
            value = found and all(hasattr(kind.value, name) for name in wanted)
        tight = ATOM if len(tests) == 1 else 0
        return Built(" and ".join(tests), value, tight=tight, type=BOOL_NUMBER)
    own = class_of(kind)
    if own is None:
        return frame.refuse(
            "joined-arithmetic", "what this is depends on the path taken", e.subject.span,
            label=f"this is {describe(kind)}",
        )  # fmt: skip
    return _certain(issubclass(own, cls.value) and all(has(kind, own, name) for name in wanted))


def _surely_has(cls: type, name: str) -> bool:
    """Whether each instance of a class has an attribute."""
    own = getattr(cls, "__match_args__", ()) if is_dataclass(cls) else ()
    return name in own or any(name in vars(each) for each in cls.__mro__)


def _part(frame: Frame, kind: Kind, cls: type, e: PartOf) -> Kind:
    name = _name_of(frame, cls, e.place, e)
    if not name:
        return POISON if name is None else kind
    whole = present(kind)
    if isinstance(whole, Built) and whole.known and not hasattr(whole.value, name):
        return Built(f"{atom(whole)}.{name}")  # read only where it is there
    return attribute(frame, whole, Attribute(e.span, e.subject, name), None)


def _name_of(frame: Frame, cls: type, place: int | str, e: IsA | PartOf) -> str | None:
    """The attribute that a pattern is for, "" for the whole; None after a refusal."""
    if isinstance(place, str):
        return place
    names = getattr(cls, "__match_args__", None)
    if names is None and cls.__flags__ & _MATCHES_ITSELF:
        names = ("",)
    if names is not None and place < len(names):
        return str(names[place])
    frame.refuse(
        "argument-mismatch",
        f"`{cls.__name__}` has {len(names or ())} parts that a pattern without a name is for",
        e.span,
        help=f"name the attribute: `{cls.__name__}(name=pattern)`",
    )
    return None


_MATCHES_ITSELF = 1 << 22
"""Of a class like `int`: its one pattern is for the whole value (`Py_TPFLAGS_MATCH_SELF`)."""
