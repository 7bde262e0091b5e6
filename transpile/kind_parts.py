"""The kinds in a kind: what a container holds, and the same container with other kinds in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from dslc.ir.dims import Size
from dslc.ir.types import TensorType

from .kinds import (
    ATOM,
    CONTAINERS,
    POISON,
    Built,
    Closure,
    Computed,
    Grown,
    Kind,
    Maybe,
    MaybeUnbound,
    Method,
    Parent,
    Poison,
    Record,
    Repeated,
    Sequence,
    Sized,
    StructMethod,
    Table,
    Template,
)
from .memory import Identity
from .writer import quoted


def parts(kind: Kind) -> Iterable[Kind]:
    """The kinds directly in a container."""
    match kind:
        case Sequence(items=items):
            return items
        case Table(items=table):
            return table.values()
        case Repeated(item=item) | Maybe(inner=item):
            return (item,)
        case Record(fields=fields):
            return fields.values()
        case Closure(values=values):
            return values.values()
    return ()


def is_run(kind: Kind) -> bool:
    """Whether a kind holds values of the graph."""
    if isinstance(kind, CONTAINERS):
        return any(map(is_run, parts(kind)))
    if isinstance(kind, MaybeUnbound):
        return kind.kind is not None and is_run(kind.kind)
    return isinstance(kind, _RUN)


_RUN = Computed | Sized | Template | Grown | Closure | Method | StructMethod | Parent | Poison


def leaves(kind: Kind) -> Iterator[Kind]:
    """The kinds in a container, at any depth; of another kind itself."""
    if isinstance(kind, CONTAINERS | Maybe | Closure):
        for part in parts(kind):
            yield from leaves(part)
    if not isinstance(kind, CONTAINERS | Maybe):
        yield kind


def computed_leaves(kind: Kind) -> Iterator[Computed]:
    """All graph values in a kind."""
    values = (leaf.rows if isinstance(leaf, Grown) else leaf for leaf in leaves(kind))
    return (value for value in values if isinstance(value, Computed))


def map_leaves(kind: Kind, change: Callable[[Kind], Kind]) -> Kind:
    """The same containers with changed kinds in them."""
    match kind:
        case Sequence():
            return replace(kind, items=tuple(map_leaves(item, change) for item in kind.items))
        case Table():
            table = {key: map_leaves(item, change) for key, item in kind.items.items()}
            return replace(kind, items=table)
        case Repeated():
            return replace(kind, item=map_leaves(kind.item, change), items=None)
        case Maybe():
            return replace(kind, inner=map_leaves(kind.inner, change))
        case Record():
            fields = {name: map_leaves(item, change) for name, item in kind.fields.items()}
            return Record(kind.text, kind.cls, fields)
        case Closure():
            values = {name: map_leaves(item, change) for name, item in kind.values.items()}
            return replace(kind, values=values)
    return change(kind)


def map_closures(kind: Kind, change: Callable[[Closure], Closure]) -> Kind:
    """The same containers with changed closures in them; what has others has a text anew.

    So it is another list than the one it stands for, which nothing may change.
    """
    match kind:
        case Closure():
            return change(kind)
        case Sequence(items=items):
            changed = tuple(map_closures(item, change) for item in items)
            same = all(a is b for a, b in zip(items, changed, strict=True))
            unknown = Identity(object()) if kind.is_list else None
            return kind if same else Sequence("", changed, kind.is_list, unknown)
        case Table(items=table):
            named = {key: map_closures(item, change) for key, item in table.items()}
            same = all(named[key] is table[key] for key in table)
            return kind if same else Table("", named, Identity(object()))
        case Repeated(item=Closure() as item):
            return replace(kind, item=change(item))
    return kind


def held(kind: Closure) -> dict[str, Kind]:
    """What a closure holds but for literals, which need no place in the emitted text."""
    return {name: value for name, value in kind.values.items() if has_text(value, alone=False)}


def has_text(kind: Kind, *, alone: bool = True) -> bool:
    """Whether a kind has a place in the emitted text; a literal has one where it is `alone`."""
    match kind:
        case Closure():
            return bool(held(kind))
        case MaybeUnbound():
            return False
        case Built(value=value) if not alone:
            return not (kind.known and kind.text == repr(value))
    return True


def map_containers(kind: Kind, change: Callable[[Kind], Kind]) -> Kind:
    """A container with changed kinds directly in it; itself where none changes."""
    old = list(parts(kind))
    new = [change(part) for part in old]
    if all(a is b for a, b in zip(old, new, strict=True)):
        return kind
    match kind:
        case Sequence():
            return replace(kind, items=tuple(new))
        case Table():
            return replace(kind, items=dict(zip(kind.items, new, strict=True)))
        case Repeated():
            return replace(kind, item=new[0], items=None)
        case Maybe():
            return replace(kind, inner=new[0])
        case Record():
            return replace(kind, fields=dict(zip(kind.fields, new, strict=True)))
        case Closure():
            return replace(kind, values=dict(zip(kind.values, new, strict=True)))
    return kind


def map_sizes(kind: Kind, change: Callable[[Size], Size]) -> Kind:
    """The same kind with changed sizes in it."""

    def changed(leaf: Kind) -> Kind:
        if isinstance(leaf, Grown) and leaf.rows is not None:
            rows = changed(leaf.rows)
            return replace(leaf, rows=rows) if isinstance(rows, Computed) else rows
        if isinstance(leaf, Computed) and isinstance(leaf.type, TensorType):
            shape = tuple(map(change, leaf.type.shape))
            return replace(leaf, type=replace(leaf.type, shape=shape))
        return replace(leaf, size=change(leaf.size)) if isinstance(leaf, Sized) else leaf

    return map_leaves(kind, changed)


def combined(a: Kind, b: Kind, combine: Callable[[Kind, Kind], Kind]) -> Kind | None:
    """Two containers of one form as one of combined kinds, without text; else None."""
    whole: Kind | None = None
    match a, b:
        case Sequence(), Sequence() if (len(a.items), a.is_list) == (len(b.items), b.is_list):
            items = tuple(combine(x, y) for x, y in zip(a.items, b.items, strict=True))
            whole = Sequence("", items, a.is_list)
        case Table(), Table() if list(a.items) == list(b.items):
            whole = Table("", {key: combine(a.items[key], b.items[key]) for key in a.items})
        case Repeated(), Repeated() if a.form == b.form:
            count = a.count if a.count == b.count else (object(), 0)
            both = a.certain and b.certain
            whole = Repeated("", combine(a.item, b.item), a.form, both, count=count)
        case Record(), Record() if a.cls is b.cls:
            fields = {name: combine(a.fields[name], b.fields[name]) for name in a.fields}
            whole = Record("", a.cls, fields)
        case Grown(), Grown():
            return _combined_lists(a, b, combine)
        case Closure(), Closure():
            return _either_closure(a, b, combine)
    if whole is not None and any(isinstance(part, Poison) for part in parts(whole)):
        return POISON
    same = getattr(a, "identity", None)
    if isinstance(whole, Sequence | Table | Repeated) and same is getattr(b, "identity", None):
        return replace(whole, identity=same)
    return whole


def _combined_lists(a: Grown, b: Grown, combine: Callable[[Kind, Kind], Kind]) -> Kind | None:
    """Two lists whose items are rows of arrays as one; None where their items differ."""
    identity = a.identity if a.identity is b.identity else None
    certain = a.certain and b.certain
    if a.rows is None or b.rows is None:
        known = b if a.rows is None else a
        return replace(known, text="", certain=certain, identity=identity)
    if a.form != b.form or not _alike(a.rows, b.rows):
        return None
    rows = combine(a.rows, b.rows)
    if not isinstance(rows, Computed):
        return POISON
    return Grown("", a.form, rows, certain, identity)


def _alike(a: Computed, b: Computed) -> bool:
    """Whether two arrays have one dtype and one rank."""
    assert isinstance(a.type, TensorType) and isinstance(b.type, TensorType)
    return a.type.dtype == b.type.dtype and a.type.rank == b.type.rank


def _either_closure(
    a: Closure, b: Closure, combine: Callable[[Kind, Kind], Kind]
) -> Closure | None:
    """Two functions of one definition as one that holds what either does; else None."""
    same = a.function.start == b.function.start and a.home is b.home
    if not same or a.values.keys() != b.values.keys() or held(a).keys() != held(b).keys():
        return None
    values = {name: combine(kind, b.values[name]) for name, kind in a.values.items()}
    if any(isinstance(value, Poison) for value in values.values()):
        return None
    either = replace(a, values=values, text="")
    return either if held(either).keys() == held(a).keys() else None


def key_text(key: object) -> str:
    """A key of a dict in the emitted text."""
    return quoted(key) if isinstance(key, str) else repr(key)


def retext(kind: Kind, text: str) -> Kind:
    """The same kind under another name."""
    match kind:
        case Maybe(inner=inner):
            return Maybe(text, inner=retext(inner, text))
        case Built():
            return replace(kind, text=text, tight=ATOM)
        case Sized():
            return replace(kind, text=text, tight=ATOM)
        case Template():
            kind = Template(text)
        case Computed() | Repeated():
            return replace(kind, text=text)
        case Grown(rows=rows):
            kind = replace(kind, text=text, rows=rows and replace(rows, text=text))
        case Sequence(items=items, names=names):
            parts = [f".{name}" for name in names] or [f"[{i}]" for i in range(len(items))]
            pairs = zip(items, parts, strict=True)
            named = tuple(retext(item, f"{text}{part}") for item, part in pairs)
            return replace(kind, text=text, items=named)
        case Table(items=table, identity=identity):
            named_ = {k: retext(item, f"{text}[{key_text(k)}]") for k, item in table.items()}
            return Table(text, named_, identity)
        case Record(cls=cls, fields=fields):
            return Record(
                text, cls, {name: retext(item, f"{text}.{name}") for name, item in fields.items()}
            )
    return _retext_closure(kind, text) if isinstance(kind, Closure) else kind


def _retext_closure(kind: Closure, text: str) -> Closure:
    own = {name: retext(item, f'{text}["{name}"]') for name, item in held(kind).items()}
    return replace(kind, text=text, values={**kind.values, **own}) if own else kind
