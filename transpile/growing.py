"""Loops of the graph in which lists grow: before such a loop each of them becomes one array."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dslc.ir.dims import Dim, Size
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType, Type, default_dtype

from .frame import Frame, NeedsBuild
from .grown_lists import alike, form_of_item, item_memory, with_rows
from .identities import identified, is_alone
from .kinds import (
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Sequence,
    Sized,
    opened,
    type_of_kind,
)
from .operations import apply
from .tree import For, If, While

T = TypeVar("T")

MOST_TRIES = 16
"""Statements of a function that are walked again with lists as arrays, where they are refused."""


class _Start:
    """Where a statement begins, to begin there again."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.state, self.reported = frame.save(), len(frame.session.diagnostics)
        self.head = frame.writer.head()

    @property
    def refused(self) -> bool:
        return len(self.frame.session.diagnostics) > self.reported

    def again(self) -> None:
        self.frame.restore(self.state, within=True)
        self.frame.writer.begin_again(self.head)
        del self.frame.session.diagnostics[self.reported :]


def or_growing(
    frame: Frame, s: If | For | While, own: Callable[[], T], attempt: Callable[[], T]
) -> T:
    """A statement as `own` writes it; where that is refused, as `attempt` does with grown lists."""
    start, before = _Start(frame), dict(frame.environment)
    outcome = own()
    if not start.refused or frame.tries >= MOST_TRIES:
        return outcome
    now = frame.environment
    frame.environment = before
    names = [name for name in dict.fromkeys(frame.live.changed(s)) if _can_grow(frame, name)]
    frame.environment = now
    if not names:
        return outcome
    frame.tries += 1
    start.again()
    grown = with_growing(frame, s, names, attempt)
    if grown is not None and not start.refused:
        return grown
    start.again()
    return own()


def with_growing(
    frame: Frame, s: If | For | While, names: list[str], attempt: Callable[[], T]
) -> T | None:
    """A statement as `attempt` writes it, with lists that grow in it; None where that is no help.

    It is written twice: first it is found what is appended to the lists.
    """
    found: dict[str, list[Type]] = {}
    while names and not found.keys() & set(names) and all(_can_grow(frame, n) for n in names):
        found.update((name, []) for name in names)
        need = _look(frame, s, found, attempt)
        if need is None or need.loop in found:
            return _written(frame, s, found, attempt)
        names = [need.loop]
    return None


def _look(
    frame: Frame, s: If | For | While, found: dict[str, list[Type]], attempt: Callable[[], T]
) -> NeedsBuild | None:
    """Find what is appended to the lists; gives what another one is needed for."""
    start = _Start(frame)
    while True:
        unknown: list[list[Type]] = []
        for name, item in found.items():
            kind = frame.environment[name]
            if item or (isinstance(kind, Sequence) and kind.items):
                _begin(frame, s, name, item)
            else:
                unknown.append(item)
                frame.bind(name, identified(frame, Grown(name, found=item)))
        need = None
        try:
            attempt()
        except NeedsBuild as other:
            need = other
        start.again()
        if need is not None or not any(unknown):
            return need


def _can_grow(frame: Frame, name: str) -> bool:
    """Whether a name is a list of its own, made where the walk is."""
    kind = frame.environment.get(name)
    if not (isinstance(kind, Sequence) and kind.is_list and kind.identity is not None):
        return False
    own = kind.identity.home is frame.home and not kind.identity.borrowed
    return own and kind.text == name and is_alone(frame.environment, name)


def _written(
    frame: Frame, s: If | For | While, found: dict[str, list[Type]], attempt: Callable[[], T]
) -> T | None:
    """The statement, and before it the arrays of the lists; None where an array is refused."""
    start = _Start(frame)
    if not all(_begin(frame, s, name, item) for name, item in found.items()):
        return None
    try:
        return attempt()
    except NeedsBuild:
        start.again()
        return None


def _begin(frame: Frame, s: If | For | While, name: str, items: list[Type]) -> bool:
    """Write the array of a list; False after a refusal."""
    kind = frame.environment[name]
    assert isinstance(kind, Sequence)
    rows: Kind = Poison()
    if kind.items:
        rows = _of_items(frame, s, name, kind)
    elif items:
        rows = _empty(frame, s, name, items[0])
    if not isinstance(rows, Computed):
        frame.bind(name, Poison())
        return False
    type_ = opened(type_of_kind(kind.items[0])) if kind.items else items[0]
    assert type_ is not None
    rows = replace(rows, memory=item_memory(*kind.items))
    grown = with_rows(Grown(name), type_, rows, certain=bool(kind.items))
    frame.bind(name, identified(frame, grown))
    return True


def _of_items(frame: Frame, s: If | For | While, name: str, kind: Sequence) -> Kind:
    """The array of the items that a list has."""
    types = [form_of_item(frame, item, s.span) for item in kind.items]
    known = [type_ for type_ in types if type_ is not None]
    if len(known) < len(types):
        return Poison()
    if not all(alike(known[0], other) for other in known):
        return frame.refuse(
            "branch-mismatch", f"`{name}` grows here, and its items differ in type",
            s.span, help="let all items be of one type",
        )  # fmt: skip
    op = REGISTRY["stack" if isinstance(known[0], TensorType) else "array"]
    return apply(frame, op, list(kind.items), {}, s.span, into=name)


def _empty(frame: Frame, s: If | For | While, name: str, item: Type) -> Kind:
    """The array of no items."""
    sizes = item.shape if isinstance(item, TensorType) else ()
    texts = [_size_text(frame, size) for size in sizes]
    written = [text for text in texts if text is not None]
    if len(written) < len(texts):
        return frame.refuse(
            "branch-mismatch",
            f"`{name}` grows here by arrays of a size that is not known before",
            s.span,
            help="let the items be arrays of one size that is known before",
        )
    shape = Sequence("", (Built("0", 0), *map(_sized, written, sizes)))
    dtype = default_dtype(item)
    attributes: dict[str, Kind] = {
        "shape": shape if sizes else Built("0", 0),
        "dtype": Built(f'"{dtype.name}"', dtype),
    }
    return apply(frame, REGISTRY["zeros"], [], attributes, s.span, into=name)


def _sized(text: str, size: Size) -> Kind:
    return Built(text, size) if isinstance(size, int) else Sized(text, size)


_WORD = re.compile(r"[?]?[^\W\d]?\w+")


def _size_text(frame: Frame, size: Size) -> str | None:
    """A size by what is in scope; None where it is not known here."""
    if isinstance(size, int):
        return str(size)
    whole = _axis_text(frame, size)
    if whole is not None:
        return whole
    missing: list[str] = []

    def spelled(word: re.Match[str]) -> str:
        text = word.group()
        if text.isdigit():
            return text
        if size_words.startswith("(", word.end()):
            return f"{frame.g}.dim_{text}"
        found = _axis_text(frame, text)
        missing.extend([] if found else [text])
        return found or text

    size_words = str(size)
    text = _WORD.sub(spelled, size_words)
    return None if missing else text


def _axis_text(frame: Frame, size: Dim | str) -> str | None:
    """What has exactly this size: a number, or an axis of an array."""
    for name, kind in frame.environment.items():
        if not name.isidentifier():
            continue
        if isinstance(kind, Sized) and str(kind.size) == str(size):
            return kind.text
        type_ = kind.type if isinstance(kind, Computed) else None
        if isinstance(type_, TensorType):
            for axis, extent in enumerate(type_.shape):
                if str(extent) == str(size):
                    return f"{kind.text}.shape[{axis}]" if isinstance(kind, Computed) else None
    return None
