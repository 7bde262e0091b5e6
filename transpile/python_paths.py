"""What names are after paths of the emitted text that building chooses among."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Many
from dataclasses import replace
from typing import Literal

from dslc.ir.diagnostics import Span

from .branches import join_kinds
from .chosen import chosen
from .frame import Frame
from .kind_parts import combined, parts, retext
from .kinds import (
    ATOM,
    CONTAINERS,
    POISON,
    Built,
    Computed,
    Kind,
    Maybe,
    MaybeUnbound,
    Poison,
    Repeated,
    Sequence,
    Table,
    Template,
    is_text,
    opened,
    present,
    rank_of,
    type_of_kind,
)
from .many import any_of_many
from .memory import Memory

ONE_PATH = "bound on one path only"


def meeting(
    frame: Frame, paths: Many[Mapping[str, Kind]], names: Iterable[str], span: Span
) -> dict[str, Kind]:
    """What names are where paths meet."""
    found: dict[str, Kind] = {}
    for name in dict.fromkeys(names):
        first, *others = [path.get(name) or MaybeUnbound(ONE_PATH) for path in paths]
        for other in others:
            if first is other or isinstance(first, MaybeUnbound):
                continue
            unbound = isinstance(other, MaybeUnbound)
            first = other if unbound else merge(frame, first, other, name, span)
        found[name] = first
    return found


def merge(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    """What a name is after Python paths: the same form, its type known where they agree."""
    function = chosen(frame, (a, b), name, ATOM)
    if a is b or (function is not None and len(function.options) > 1):
        return a if function is None or a is b else function
    if _may_be_none(a) != _may_be_none(b) or (isinstance(a, Maybe) or isinstance(b, Maybe)):
        return _maybe(frame, a, b, name, span)
    if isinstance(a, Built) and isinstance(b, Built):
        same = a.known and b.known and type(a.value) is type(b.value) and bool(a.value == b.value)
        type_ = opened(type_of_kind(a)) if type_of_kind(a) == type_of_kind(b) else None
        return Built(name, a.value) if same else Built(name, type=type_)
    whole = combined(a, b, lambda x, y: merge(frame, x, y, name, span))
    if whole is not None:
        return retext(whole, name)
    if isinstance(a, Poison) or isinstance(b, Poison):
        return POISON
    texts = is_text(a) and is_text(b)
    many = Template(name) if texts else _of_any_length(frame, a, b, name, span)
    if many is not None:
        return retext(many, name)
    if isinstance(a, CONTAINERS) or isinstance(b, CONTAINERS):
        return frame.refuse(
            "depends-on-static", f"what `{name}` is depends on a build-time value", span
        )
    return _merge_values(frame, a, b, name, span)


def _may_be_none(kind: Kind) -> bool:
    return isinstance(kind, Maybe) or (isinstance(kind, Built) and kind.value is None)


def _maybe(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    """What is None on some of the paths."""
    inner = [present(kind) for kind in (a, b) if isinstance(kind, Maybe) or not _may_be_none(kind)]
    kind = inner[0] if len(inner) == 1 else merge(frame, inner[0], inner[1], name, span)
    return kind if isinstance(kind, Poison) else Maybe(name, inner=retext(kind, name))


def _of_any_length(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind | None:
    """Two lists, tuples or dicts of different lengths as one whose length building decides."""
    form = form_of(a)
    if form is None or form != form_of(b):
        return None
    reported = len(frame.session.diagnostics)
    item: Kind | None = None
    for part in (*parts(a), *parts(b)):
        item = part if item is None else merge(frame, item, part, name, span)
    if len(frame.session.diagnostics) > reported or isinstance(item, Poison | None):
        del frame.session.diagnostics[reported:]
        return None
    certain = all(getattr(kind, "certain", bool(list(parts(kind)))) for kind in (a, b))
    same = getattr(a, "identity", None)
    identity = same if same is getattr(b, "identity", None) else None
    return Repeated("", any_of_many(item), form, certain, identity=identity, count=(object(), 0))


def form_of(kind: Kind) -> Literal["list", "tuple", "dict"] | None:
    """What a container is whose items are numbered or have keys; None for anything else."""
    if isinstance(kind, Sequence):
        return "list" if kind.is_list else "tuple"
    if isinstance(kind, Repeated) and kind.form != "iterator":
        return kind.form
    return "dict" if isinstance(kind, Table) else None


def _merge_values(frame: Frame, a: Kind, b: Kind, name: str, span: Span) -> Kind:
    before = len(frame.session.diagnostics)
    joined = join_kinds(frame, a, b, span, name)
    if isinstance(joined, Poison):
        del frame.session.diagnostics[before:]
        return Computed(name, None)
    if (
        isinstance(joined, Computed)
        and type_of_kind(a) != type_of_kind(b)
        and rank_of(a) != rank_of(b)
    ):
        return Computed(name, None)
    if isinstance(joined, Computed):
        joined = replace(joined, memory=_either_variable(a, b) or joined.memory)
    return retext(joined, name)


def _either_variable(a: Kind, b: Kind) -> Memory | None:
    """The variable that a name is after Python paths which leave it one or the other."""
    memories = [kind.memory for kind in (a, b) if isinstance(kind, Computed) and kind.memory]
    if len(memories) < 2 or not all(memory.is_variable for memory in memories):
        return None
    one, other = memories
    if one is other:
        return one
    return Memory("inout", f"{one.what} or {other.what}", (one, other), many=True)
