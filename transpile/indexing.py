"""Indices: reading elements and slices."""

from __future__ import annotations

from dataclasses import dataclass, field

from dslc.ir.diagnostics import Span
from dslc.ir.dtypes import BOOL
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from .branches import join_kinds
from .chosen import chosen
from .containers import indexed_by_run
from .frame import Frame, NeedsBuild
from .kind_parts import retext
from .kinds import (
    ATOM,
    POISON,
    Built,
    Computed,
    Kind,
    Poison,
    Record,
    Sequence,
    describe,
    is_number,
    loop_of,
)
from .operations import apply, as_size
from .passed_over import pass_over, taken
from .texts import text_of
from .tree import Subscript


@dataclass(slots=True)
class Key:
    """An index as a node has it (see `dslc.ir.keys`): form, text, numbers and arrays in it."""

    form: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    numbers: list[Kind] = field(default_factory=list)

    def add(self, form: str, text: str, *numbers: Kind) -> None:
        self.form.append(form)
        self.text.append(text)
        self.numbers.extend(numbers)

    @property
    def mask(self) -> Computed | None:
        """The mask where the index is an array of truths and nothing else."""
        only = self.numbers[0] if self.form == ["_"] else None
        if isinstance(only, Computed) and isinstance(only.type, TensorType):
            return only if only.type.dtype == BOOL and only.type.rank else None
        return None

    def pair(self, g: str) -> tuple[str, str]:
        """The form, and the text of the whole key."""
        return ", ".join(self.form), f"{g}.s_[{', '.join(self.text) or '()'}]"


def item(frame: Frame, sequence: Sequence, position: Kind, e: Subscript) -> Kind:
    """An element or a slice of a tuple or list."""
    if isinstance(position, Poison):
        return position
    loop = loop_of(position)
    if loop is not None:
        raise NeedsBuild(loop, e.index.span)
    if isinstance(position, Built) and position.known and isinstance(position.value, int):
        try:
            return taken(frame, sequence, sequence.items[position.value])
        except IndexError:
            return frame.refuse(
                "index-out-of-range",
                f"there are {len(sequence.items)} items, none at {position.value}",
                e.span,
            )
    if isinstance(position, Record) and position.cls is slice:
        parts = [position.fields[n] for n in ("start", "stop", "step")]
        if all(isinstance(p, Built) and p.known for p in parts):
            chosen = sequence.items[slice(*(p.value for p in parts if isinstance(p, Built)))]
            pass_over(frame, sequence, *chosen)
            return Sequence("", chosen, sequence.is_list)
    if isinstance(position, Built) and not position.known:
        return _any_item(frame, sequence, position, e)
    return indexed_by_run(frame, sequence, position, e)


def _any_item(frame: Frame, sequence: Sequence, position: Built, e: Subscript) -> Kind:
    """An item at a place that a build-time parameter decides; all items must be of one kind."""
    if not sequence.items or not sequence.text:
        return frame.refuse(
            "depends-on-static", "which item this is depends on a build-time parameter", e.span
        )
    function = chosen(frame, sequence.items, f"{sequence.text}[{position.text}]", ATOM)
    if function is not None:
        return function
    kind = sequence.items[0]
    for other in sequence.items[1:]:
        kind = join_kinds(frame, kind, other, e.span, sequence.text)
    return kind if isinstance(kind, Poison) else retext(kind, f"{sequence.text}[{position.text}]")


def index(frame: Frame, array: Computed, position: Kind, e: Subscript, into: str | None) -> Kind:
    """`array[...]` as a node."""
    key = key_of(frame, array, position, e.index.span)
    if key is None:
        return POISON
    spans = [e.value.span, *([e.index.span] * len(key.numbers))]
    return apply(
        frame,
        REGISTRY["index"],
        [array, *key.numbers],
        {},
        e.span,
        into=into,
        key=key.pair(frame.g),
        spans=spans,
    )


def key_of(frame: Frame, array: Computed, position: Kind, span: Span) -> Key | None:
    """The key of an index, or None after a refusal."""
    if array.type is not None and not isinstance(array.type, TensorType):
        frame.refuse("rank-mismatch", f"{describe(array)} has no axes to index", span)
        return None
    key = Key()
    parts: tuple[Kind, ...] = (position,)
    if isinstance(position, Sequence) and not position.is_list:
        parts = position.items
    for part in parts:
        if not _add(frame, key, part, span):
            return None
    return key


def _add(frame: Frame, key: Key, part: Kind, span: Span) -> bool:
    match part:
        case Poison():
            return False
        case Record(cls=cls) if cls is slice:
            return _add_slice(frame, key, part, span)
        case Built(known=True, value=None):
            key.add("None", "None")
            return True
        case Built(known=True, value=value) if value is Ellipsis:
            key.add("...", "...")
            return True
        case Sequence():
            return _add_list(frame, key, part, span)
        case Built(known=True, value=list() | tuple()):
            return _add_list(frame, key, _spread(part), span)
        case Built(known=True, value=value) if not is_number(value) or isinstance(value, float):
            help_ = (
                "write the slice in brackets, as in `x[1:]`" if isinstance(value, slice) else None
            )
            frame.refuse("dtype-mismatch", f"{describe(part)} is no index", span, help=help_)
            return False
    key.add("_", text_of(part), part)
    return True


def _add_list(frame: Frame, key: Key, part: Sequence, span: Span) -> bool:
    """A list of integers, at any depth; NumPy makes an array of it, of a tuple in a tuple too."""
    inner = Key()
    for item in part.items:
        if isinstance(item, Record) or not _add(frame, inner, item, span):
            return False
    text = part.text or f"[{', '.join(inner.text)}]"
    key.add(f"[{', '.join(inner.form)}]", text, *inner.numbers)
    return True


def _spread(part: Built) -> Sequence:
    """A list that is known while building, as a sequence."""
    items = tuple(Built(f"{part.text}[{i}]", value) for i, value in enumerate(part.value))
    return Sequence(part.text, items, is_list=True)


def _add_slice(frame: Frame, key: Key, part: Record, span: Span) -> bool:
    form, text, numbers = [], [], []
    for name in ("start", "stop", "step"):
        bound = part.fields[name]
        if isinstance(bound, Computed):
            bound = as_size(frame, bound, span)
        if isinstance(bound, Poison):
            return False
        absent = isinstance(bound, Built) and bound.known and bound.value is None
        form.append("" if absent else "_")
        text.append("" if absent else text_of(bound))
        if not absent:
            numbers.append(bound)
    parts = 3 if form[2] else 2
    key.add(":".join(form[:parts]), ":".join(text[:parts]), *numbers)
    return True
