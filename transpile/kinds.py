"""Kinds: what the transpiler knows of an expression before the graph exists.

Three binding times: *build* (`Built`: a Python value while the graph is built), *call* (`Sized`: an
integer that is known when the function is called, a `Dim` while building) and *run* (`Computed`: a
value of the graph). Containers hold kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Note, Span
from dslc.ir.dims import Size
from dslc.ir.types import NumberType, TensorType, Type, type_of_python


class _Unknown:
    """The value of what depends on a build-time parameter."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN = _Unknown()

ATOM = 3
"""How tightly the text of a name or a literal holds together; a product 2, a sum 1, others 0."""


@dataclass(eq=False, slots=True)
class Memory:
    """The array a name refers to, as far as writing to it is concerned; compared by identity.

    Attributes:
        origin: "fresh" (made here, may be written), "parameter", "view" (of `bases`), "path"
            (depends on the path taken) or "call" (may be one of `bases`).
        what: the same for a reader.
        bases: arrays that it may be, or share memory with.
        group: arrays of one group are never the same, whatever their bases: what a loop carries and
            only permutes.
    """

    origin: str
    what: str
    bases: tuple[Memory, ...] = ()
    group: object = None

    def overlaps(self, other: Memory) -> bool:
        """Whether a write to one may show in the other."""
        if self is other:
            return True
        if self.group is not None and self.group is other.group:
            return False
        return not self._family().isdisjoint(other._family())

    def _family(self) -> set[int]:
        """The identities of this array and of all it may be."""
        found = {id(self)}
        for base in self.bases:
            found |= base._family()
        return found


@dataclass(frozen=True, eq=False, slots=True)
class Built:
    """Known while building.

    Attributes:
        text: what gives it in the emitted module.
        value: the Python value; UNKNOWN where it depends on a build-time parameter.
        tight: how tightly the text holds together; `ATOM` needs no parentheses anywhere.
        type: that of a number whose value is not known, where it is certain.
    """

    text: str
    value: Any = UNKNOWN
    tight: int = ATOM
    type: Type | None = None

    @property
    def known(self) -> bool:
        return self.value is not UNKNOWN


@dataclass(frozen=True, eq=False, slots=True)
class Sized:
    """An integer known when the function is called."""

    text: str
    size: Size
    tight: int = ATOM


@dataclass(frozen=True, eq=False, slots=True)
class Computed:
    """A value of the graph.

    Attributes:
        text: its name in the emitted module.
        type: its IR type; None where it depends on a build-time parameter.
        memory: the array it is.
        loop: the loop variable it is, so that a loop whose variable is needed while building can
            be found.
        span: where it was computed.
        origins: of a joined one, where the values come from that it may be.
    """

    text: str
    type: Type | None
    memory: Memory | None = None
    loop: str | None = None
    span: Span | None = None
    origins: tuple[Note, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Sequence:
    """A tuple or list of kinds. `text` gives the whole."""

    text: str
    items: tuple[Kind, ...]
    is_list: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Record:
    """A struct: an object whose fields are kinds."""

    text: str
    cls: type
    fields: dict[str, Kind] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class Method:
    """A bound method that means an op: `x.sum`."""

    object: Kind
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class MaybeUnbound:
    """A name that some paths leave unbound; `why` tells which."""

    why: str


@dataclass(frozen=True, eq=False, slots=True)
class Poison:
    """The kind of what was refused: everything made of it is silent."""


POISON = Poison()

Kind: TypeAlias = Built | Sized | Computed | Sequence | Record | Method | MaybeUnbound | Poison


def is_run(kind: Kind) -> bool:
    """Whether a kind holds values of the graph."""
    if isinstance(kind, Sequence):
        return any(map(is_run, kind.items))
    if isinstance(kind, Record):
        return any(map(is_run, kind.fields.values()))
    return isinstance(kind, Computed | Sized | Method | Poison)


def is_number(value: object) -> bool:
    """Whether a build value can be an operand: a Python number or a NumPy scalar."""
    return isinstance(value, bool | int | float | np.generic)


def type_of_kind(kind: Kind) -> Type | None:
    """The IR type of an operand of this kind; None when unknown."""
    if isinstance(kind, Sized):
        return (
            NumberType("int", constant=kind.size)
            if isinstance(kind.size, int)
            else NumberType("int", dim=kind.size)
        )
    if isinstance(kind, Computed):
        return kind.type
    if isinstance(kind, Built):
        return type_of_python(kind.value) if kind.known and is_number(kind.value) else kind.type
    return None


def rank_of(kind: Kind) -> int | None:
    """The rank of an array, 0 for scalars and numbers, None when unknown."""
    type_ = type_of_kind(kind)
    if isinstance(type_, TensorType):
        return type_.rank
    return None if type_ is None else 0


def is_array(kind: Kind) -> bool:
    """Whether it is an array, which may be written to in place, also of rank 0."""
    return isinstance(kind, Computed) and isinstance(kind.type, TensorType)


def describe(kind: Kind) -> str:
    """A kind as a message names it."""
    type_ = type_of_kind(kind)
    if type_ is not None:
        return str(type_)
    if isinstance(kind, Sequence):
        return "a list" if kind.is_list else "a tuple"
    if isinstance(kind, Record):
        return kind.cls.__name__
    if isinstance(kind, Built) and kind.known:
        return type(kind.value).__name__
    return "a value that depends on a build-time parameter"


def leaves(kind: Kind) -> Iterator[Kind]:
    """The kinds in a container, at any depth; of another kind itself."""
    parts: Iterable[Kind]
    if isinstance(kind, Sequence):
        parts = kind.items
    elif isinstance(kind, Record):
        parts = kind.fields.values()
    else:
        yield kind
        return
    for part in parts:
        yield from leaves(part)


def computed_leaves(kind: Kind) -> Iterator[Computed]:
    """All graph values in a kind."""
    return (leaf for leaf in leaves(kind) if isinstance(leaf, Computed))


def map_leaves(kind: Kind, change: Callable[[Kind], Kind]) -> Kind:
    """The same containers with changed kinds in them."""
    if isinstance(kind, Sequence):
        items = tuple(map_leaves(item, change) for item in kind.items)
        return Sequence(kind.text, items, kind.is_list)
    if isinstance(kind, Record):
        fields = {name: map_leaves(item, change) for name, item in kind.fields.items()}
        return Record(kind.text, kind.cls, fields)
    return change(kind)


def retext(kind: Kind, text: str) -> Kind:
    """The same kind under another name."""
    match kind:
        case Built(value=value, type=type_):
            return Built(text, value, type=type_)
        case Sized(size=size):
            return Sized(text, size)
        case Computed():
            return replace(kind, text=text)
        case Sequence(items=items, is_list=is_list):
            named = tuple(retext(item, f"{text}[{i}]") for i, item in enumerate(items))
            return Sequence(text, named, is_list)
        case Record(cls=cls, fields=fields):
            return Record(
                text, cls, {name: retext(item, f"{text}.{name}") for name, item in fields.items()}
            )
    return kind


def opened(type_: Type | None) -> Type | None:
    """A type without the constant."""
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_
