"""Methods that change a dict: the same calls in the emitted text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from dslc.ir.diagnostics import Span

from . import fence
from .binding import Argument
from .frame import Frame
from .identities import changed, check_change, identified, owned
from .kind_parts import key_text, retext
from .kinds import POISON, Built, Kind, Poison, Repeated, Table
from .list_changes import any_item
from .texts import text_of
from .tree import Call

Dict: TypeAlias = Table | Repeated


def change_dict(
    frame: Frame,
    kind: Dict,
    name: str,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`params.update(others)` and the like."""
    least, most = _COUNTS.get(name, (1, 0))
    if not least <= len(arguments) <= most or (keywords and name != "update"):
        return fence.refuse(frame, f"`.{name}` with these arguments", e.span)
    if not check_change(frame, kind, e.span):
        return POISON
    given = [owned(frame, a.kind) for a in arguments]
    named = {n: owned(frame, a.kind) for n, a in keywords.items()}
    texts = [*map(text_of, given), *(f"{n}={text_of(value)}" for n, value in named.items())]
    text = f"{text_of(kind)}.{name}({', '.join(texts)})"
    if name == "clear":
        return _written(frame, kind, text, Table("", {}))
    if name == "update":
        return _written(frame, kind, text, _updated(frame, kind, given, named, e.span))
    return _keyed(frame, kind, name, given, text, e, into)


def _written(frame: Frame, kind: Dict, text: str, new: Kind) -> Kind:
    if isinstance(new, Poison):
        return new
    frame.writer.line(text)
    changed(frame, kind, new)
    return Built("None", None)


def _updated(
    frame: Frame, kind: Dict, given: list[Kind], named: dict[str, Kind], span: Span
) -> Kind:
    new: Kind = kind
    for other in given:
        new = joined(frame, new, other, span)
    return joined(frame, new, Table("", {**named}), span) if named else new


def joined(frame: Frame, kind: Kind, other: Kind, span: Span) -> Kind:
    """A dict with the items of another one in it."""
    if isinstance(kind, Poison) or isinstance(other, Poison):
        return POISON
    if isinstance(kind, Table) and isinstance(other, Table):
        return replace(kind, items={**kind.items, **other.items}, text="")
    if not isinstance(kind, Dict) or not isinstance(other, Dict):
        return fence.refuse(
            frame, "updating a dict with what is no dict", span, help="write `d[key] = value`"
        )
    values = other.items.values() if isinstance(other, Table) else (other.item,)
    return of_many(frame, kind, list(values), span)


def of_many(frame: Frame, kind: Dict, others: list[Kind], span: Span) -> Kind:
    """A dict that has these values too, under keys that only building knows."""
    own = [kind.item] if isinstance(kind, Repeated) else list(kind.items.values())
    kinds = [*own, *others]
    item = any_item(frame, kinds, span) if kinds else Built("")
    if item is None:
        message = "what the items of this dict are depends on a build-time value"
        help_ = "let all its items be of one type"
        return frame.refuse("depends-on-static", message, span, help=help_)
    certain = bool(others) or (kind.certain if isinstance(kind, Repeated) else bool(kind.items))
    return Repeated("", item, "dict", certain)


def with_item(frame: Frame, kind: Dict, key: Kind, value: Kind, span: Span) -> Kind:
    """A dict with one item set."""
    if not isinstance(key, Built):
        return fence.refuse(
            frame, "a key of a dict that only the run knows", span, help="index an array instead"
        )
    if isinstance(kind, Table) and is_key(key):
        return replace(kind, items={**kind.items, key.value: value}, text="")
    return of_many(frame, kind, [value], span)


def without_item(frame: Frame, kind: Dict, key: Kind, span: Span) -> Kind:
    """A dict with one item less."""
    if isinstance(kind, Table) and isinstance(key, Built) and is_key(key):
        if key.value not in kind.items:
            message = f"the dict has no key {key_text(key.value)}"
            return frame.refuse("index-out-of-range", message, span)
        left = {k: value for k, value in kind.items.items() if k != key.value}
        return replace(kind, items=left, text="")
    if not isinstance(key, Built):
        return fence.refuse(frame, "a key of a dict that only the run knows", span)
    return of_many(frame, kind, [], span)


def is_key(key: Built) -> bool:
    """Whether a key is known, and of a kind that the text can show."""
    value: Any = key.value
    return isinstance(value, str | int | tuple)


def _keyed(
    frame: Frame, kind: Dict, name: str, given: list[Kind], text: str, e: Call, into: str | None
) -> Kind:
    """`.pop(key)`, `.pop(key, default)` and `.setdefault(key, value)`."""
    key = given[0]
    default = given[1] if len(given) > 1 else Built("None", None)
    certain = isinstance(kind, Table) and isinstance(key, Built) and is_key(key)
    if not certain:
        return fence.refuse(frame, f"`.{name}` of a key that is not known here", e.span)
    assert isinstance(kind, Table) and isinstance(key, Built)
    has = key.value in kind.items
    value = kind.items[key.value] if has else default
    if name == "pop":
        new = without_item(frame, kind, key, e.span) if has or len(given) < 2 else kind
    else:
        new = kind if has else with_item(frame, kind, key, default, e.span)
    if isinstance(new, Poison):
        return new
    result = into or frame.names.temporary(frame.base, name)
    frame.writer.line(f"{result} = {text}")
    changed(frame, kind, new)
    return retext(value, result)


_COUNTS = {"clear": (0, 0), "update": (0, 1), "pop": (1, 2), "setdefault": (1, 2)}
"""How many arguments each takes."""


def new_dict(
    frame: Frame, arguments: list[Argument], keywords: Mapping[str, Argument], e: Call
) -> Kind:
    """`dict(others, name=value)`."""
    new: Kind = Table("", {})
    for argument in arguments:
        if not isinstance(argument.kind, Dict) or len(arguments) > 1:
            return fence.refuse(frame, "`dict` of these arguments", e.span, help=_WRITTEN)
        new = argument.kind
    named = Table("", {name: a.kind for name, a in keywords.items()})
    whole = joined(frame, new, named, e.span) if keywords else new
    if isinstance(whole, Table):
        return replace(whole, text="", identity=None)
    if isinstance(whole, Repeated) and not keywords:
        return identified(frame, replace(whole, text=f"dict({text_of(whole)})"))
    return fence.refuse(frame, "`dict` of these arguments", e.span, help=_WRITTEN)


_WRITTEN = 'write it out, as in `{**others, "w": w}`'
