"""Methods of lists and dicts: what changes them, what copies them, and what goes through them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from . import containers, fence
from .binding import Argument
from .changing import CHANGING
from .dict_changes import change_dict
from .frame import Frame
from .identities import identified
from .kinds import Grown, ItemsMethod, Kind, Repeated, Sequence, Table
from .list_changes import change_list
from .texts import text_of
from .tree import Call


def call_items_method(
    frame: Frame,
    method: ItemsMethod,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """A call of a method of a list or dict."""
    kind = method.object
    if isinstance(kind, Grown):
        return _of_grown(frame, kind, method.name, arguments, keywords, e, into)
    if isinstance(kind, Grown) and method.name not in CHANGING:
        return fence.refuse(
            frame, f"`.{method.name}` of a list that grows in a loop of the graph", e.span
        )
    if method.name == "copy" and not arguments and not keywords:
        return _copied(frame, kind)
    if method.name not in CHANGING:
        return containers.call_items(frame, method, arguments, keywords, e)
    if isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict"):
        return change_dict(frame, kind, method.name, arguments, keywords, e, into)
    if keywords:
        return fence.refuse(frame, f"`.{method.name}` with these arguments", e.span)
    return change_list(frame, kind, method.name, arguments, e, into)


def _of_grown(
    frame: Frame,
    kind: Grown,
    name: str,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    if name in CHANGING and not keywords:
        return change_list(frame, kind, name, arguments, e, into)
    return fence.refuse(frame, f"`.{name}` of a list that grows in a loop of the graph", e.span)


def _copied(frame: Frame, kind: Sequence | Table | Repeated) -> Kind:
    """A new list or dict of the same items."""
    text = f"{text_of(kind)}.copy()" if kind.text else ""
    return identified(frame, replace(kind, text=text))
