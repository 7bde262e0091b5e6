"""Lists and dicts whose items are known, where they meet some that only building knows.

`model = Model([a, b])` before a loop, and in it `model = Model([update(each) for each in
model.blocks])`: both are lists, and what is known of the items is one kind for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from dslc.ir.types import TensorType

from .kinds import Computed, Kind, Record, Repeated, Sequence, Table


def as_repeated(
    one: Kind, other: Kind, combine: Callable[[Kind, Kind], Kind]
) -> tuple[Repeated, Repeated] | None:
    """Two lists or two dicts, one of them `Repeated`, as two of these; None where they are not."""
    if isinstance(other, Repeated) and isinstance(one, Sequence | Table):
        found = _repeated(one, other, combine)
        return None if found is None else (found, other)
    if isinstance(one, Repeated) and isinstance(other, Sequence | Table):
        found = _repeated(other, one, combine)
        return None if found is None else (one, found)
    return None


def _repeated(
    kind: Sequence | Table, like: Repeated, combine: Callable[[Kind, Kind], Kind]
) -> Repeated | None:
    """A list or dict as one whose items are all of one kind."""
    items: Iterable[Kind]
    if isinstance(kind, Table):
        form, items = "dict", kind.items.values()
    else:
        form, items = ("list" if kind.is_list else "tuple"), kind.items
    if form != like.form or (isinstance(kind, Sequence) and kind.names):
        return None
    item = like.item
    for each in items:
        fitted = _fitted(each, like.item)
        if fitted is None:
            return None
        item = combine(item, fitted)
    return Repeated("", item, like.form, bool(items), count=(object(), 0))


def _fitted(kind: Kind, like: Kind | None) -> Kind | None:
    """An item in the sizes that all have; None where it is none of these."""
    match kind, like:
        case Computed(type=TensorType() as own), Computed(type=TensorType() as wanted):
            same = (own.dtype, own.rank, own.joined) == (wanted.dtype, wanted.rank, wanted.joined)
            sizes = zip(own.shape, wanted.shape, strict=same)
            if not same or not all(str(b).startswith("?") or a == b for a, b in sizes):
                return None
            return replace(kind, type=wanted)
        case Record(), Record() if kind.cls is like.cls:
            pairs = {name: (each, like.fields.get(name)) for name, each in kind.fields.items()}
            fields = {name: _fitted(*pair) for name, pair in pairs.items()}
            found = {name: each for name, each in fields.items() if each is not None}
            return replace(kind, fields=found) if len(found) == len(like.fields) else None
        case Computed(), Computed() if kind.type == like.type:
            return kind
    return None
