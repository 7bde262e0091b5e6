"""Items of lists and dicts that are set or deleted: `rows[0] = x`, `del params["w"]`."""

from __future__ import annotations

from dataclasses import replace

from . import dict_changes, list_changes
from .array_places import places_of
from .containers import built_slice, repeated
from .frame import Frame, NeedsBuild
from .identities import Changeable, changed, check_change, is_changeable, owned
from .kinds import (
    Built,
    Computed,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Table,
    describe,
    loop_of,
)
from .structs import as_sequence
from .texts import text_of
from .tree import Subscript


def set_item(
    frame: Frame, kind: Changeable, position: Kind, value: Kind, target: Subscript
) -> None:
    """`kind[position] = value`."""
    chosen = _position(frame, kind, position, target)
    if chosen is None or isinstance(value, Poison) or not check_change(frame, kind, target.span):
        return
    value = owned(frame, value)
    if isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict"):
        new = dict_changes.with_item(frame, kind, chosen, value, target.index.span)
    elif isinstance(position, Record):
        new = _with_slice(frame, kind, chosen, value, target)
    else:
        new = _with_item(frame, kind, chosen, value, target)
    if not isinstance(new, Poison):
        frame.writer.line(f"{text_of(kind)}[{chosen.text}] = {text_of(value)}")
        changed(frame, kind, new)


def delete_item(frame: Frame, kind: Changeable, position: Kind, target: Subscript) -> None:
    """`del kind[position]`."""
    chosen = _position(frame, kind, position, target)
    if chosen is None or not check_change(frame, kind, target.span):
        return
    if isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict"):
        new = dict_changes.without_item(frame, kind, chosen, target.index.span)
    elif isinstance(kind, Sequence) and chosen.known:
        items = list(kind.items)
        try:
            del items[chosen.value]
        except IndexError:
            _no_item(frame, kind, chosen, target)
            return
        new = replace(kind, items=tuple(items), text="")
    else:
        more = -1 if isinstance(chosen.value, int) else None
        new = list_changes.of_many(frame, kind, [], certain=False, span=target.span, more=more)
    if not isinstance(new, Poison):
        frame.writer.line(f"del {text_of(kind)}[{chosen.text}]")
        changed(frame, kind, new)


def _position(frame: Frame, kind: Kind, position: Kind, target: Subscript) -> Built | None:
    """A place in a list or dict, which building must know; None after a refusal."""
    chosen = built_slice(position)
    if isinstance(chosen, Built):
        return chosen
    loop = loop_of(position)
    if loop is not None:
        raise NeedsBuild(loop, target.index.span)
    if not isinstance(position, Poison):
        frame.refuse(
            "depends-on-run",
            f"{describe(kind)} is changed while the graph is built",
            target.index.span,
            label="this is known only when the graph runs",
            help="stack the values into one array, and store into that",
        )
    return None


def _no_item(frame: Frame, kind: Sequence, chosen: Built, target: Subscript) -> Poison:
    message = f"there are {len(kind.items)} items, none at {chosen.value}"
    return frame.refuse("index-out-of-range", message, target.span)


def _with_item(
    frame: Frame, kind: Changeable, chosen: Built, value: Kind, target: Subscript
) -> Kind:
    assert isinstance(kind, Sequence | Repeated)
    if not isinstance(kind, Sequence) or not isinstance(chosen.value, int):
        certain = kind.certain if isinstance(kind, Repeated) else True
        return list_changes.of_many(frame, kind, [value], certain=certain, span=target.span, more=0)
    items = list(kind.items)
    try:
        items[chosen.value] = value
    except IndexError:
        return _no_item(frame, kind, chosen, target)
    return replace(kind, items=tuple(items), text="")


def _with_slice(
    frame: Frame, kind: Changeable, chosen: Built, value: Kind, target: Subscript
) -> Kind:
    assert isinstance(kind, Sequence | Repeated)
    found = repeated(frame, as_sequence(value), target.span)
    if isinstance(found, Poison):
        return found
    if isinstance(kind, Sequence) and chosen.known and found.items is not None:
        items = list(kind.items)
        try:
            items[chosen.value] = found.items
        except ValueError as error:
            return frame.refuse("argument-mismatch", str(error), target.span)
        return replace(kind, items=tuple(items), text="")
    return list_changes.of_many(frame, kind, [found.item], certain=False, span=target.span)


def container_of(kind: Kind) -> Changeable | None:
    """A list or dict whose items may be set; None for anything else."""
    if isinstance(kind, Sequence | Table | Repeated) and is_changeable(kind):
        return kind
    return None


def is_place(frame: Frame, array: Computed) -> bool:
    """Whether an array is an item of a list or dict, which may be set here.

    Raises:
        NeedsBuild: where a loop of the graph around it must be a Python loop.
    """
    if array.memory is None:
        return False
    for place in places_of(frame, array.memory):
        if place.text == array.text:
            if place.home is not frame.home and frame.graph_loops and array.span is not None:
                raise NeedsBuild(place.text.partition("[")[0], array.span)
            return place.home is frame.home
    return False
