"""Kinds: what the transpiler knows of an expression before the graph exists.

Three binding times: *build* (`Built`: a Python value while the graph is built), *call* (`Sized`: an
integer that is known when the function is called, a `Dim` while building) and *run* (`Computed`: a
value of the graph). Containers hold kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Note, Span
from dslc.ir.dims import Size
from dslc.ir.truths import NOTHING, Truth
from dslc.ir.types import NumberType, TensorType, Type, type_of_python

from .memory import Identity, Memory
from .tree import Expression, Function, OpaqueStatement


class _Unknown:
    """The value of what depends on a build-time parameter."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN = _Unknown()

ATOM = 3
"""How tightly the text of a name or a literal holds together; a product 2, a sum 1, others 0."""


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
class Maybe(Built):
    """What is None or of another kind, as building decides; `inner` where it is not None."""

    inner: Kind = field(kw_only=True)


@dataclass(frozen=True, eq=False, slots=True)
class Chosen(Built):
    """One of these functions, as building decides."""

    options: tuple[Built | Closure, ...] = field(kw_only=True)


@dataclass(frozen=True, eq=False, slots=True)
class Sized:
    """An integer that can size something: known at the call, or a dim of the run.

    Attributes:
        text: what gives it in the emitted module.
        size: the size that it is.
        tight: how tightly the text holds together.
        loop: the loop variable in it, which tells the loop where building needs the value.
    """

    text: str
    size: Size
    tight: int = ATOM
    loop: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Computed:
    """A value of the graph.

    Attributes:
        text: its name in the emitted module.
        type: its IR type; None where it depends on a build-time parameter.
        memory: the array it is.
        span: where it was computed.
        origins: of a joined one, where the values come from that it may be.
        truth: what it tells of sizes.
    """

    text: str
    type: Type | None
    memory: Memory | None = None
    span: Span | None = None
    origins: tuple[Note, ...] = ()
    truth: Truth = NOTHING


@dataclass(frozen=True, eq=False, slots=True)
class Template:
    """A text with values of the graph in it, made when the graph runs: what an f-string is.

    Attributes:
        text: what gives it in the emitted module: `g.format("gap {:.3f}", gap)`, or a name.
        template: what it is made of, as `g.format` takes it; "" where it has a name.
        values: the values in the template.
    """

    text: str
    template: str = ""
    values: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, tuple[str, ...]]:
        """A template and values that give it, as a part of another text."""
        return (self.template, self.values) if self.template else ("{!s}", (self.text,))


@dataclass(frozen=True, eq=False, slots=True)
class Sequence:
    """A tuple or list of kinds; `text` gives the whole, `names` are a named tuple's of its items.

    `identity` is which list it is, None where that is not certain.
    """

    text: str
    items: tuple[Kind, ...]
    is_list: bool = False
    identity: Identity | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Record:
    """A struct: an object whose fields are kinds."""

    text: str
    cls: type
    fields: dict[str, Kind] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A dict of kinds whose keys are known. `text` gives the whole; `identity` as of a list."""

    text: str
    items: dict[Any, Kind]
    identity: Identity | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Repeated:
    """Kinds of one form, how many is known only while building.

    Attributes:
        text: what gives the whole in the emitted module.
        item: the kind of each; the sizes in it that begin with `?` are those of one item.
        form: what it is; an iterator can only be looped over.
        certain: whether there is at least one item.
        items: of an iterator whose items are known one by one, these.
        identity: which list or dict it is, None where that is not certain.
        count: of a list that was changed, what stands for a length, and how many more there are.
    """

    text: str
    item: Kind
    form: Literal["list", "tuple", "dict", "iterator"]
    certain: bool = False
    items: tuple[Kind, ...] | None = None
    identity: Identity | None = None
    count: tuple[object, int] = (None, 0)


@dataclass(frozen=True, eq=False, slots=True)
class Grown:
    """A list of which the run decides how long it is: its items are the rows of one array.

    Attributes:
        text: what gives the array in the emitted module.
        form: what an item is.
        rows: the array; None while it is looked for what the items are.
        certain: whether there is at least one item.
        identity: which list it is, None where that is not certain.
        found: gets the type of the first item, while it is looked for what the items are.
    """

    text: str
    form: Literal["number", "scalar", "array"] = "array"
    rows: Computed | None = None
    certain: bool = False
    identity: Identity | None = None
    found: list[Type] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Closure:
    """A function made in the graph: a lambda or a nested function. It reads variables, not values.

    Attributes:
        definition: its expression or statement.
        function: what is walked where it is called.
        home: the frame whose variables it reads, and where it is no closure of another's.
        label: what stands for it in the emitted text where it holds nothing.
        values: what it holds: its defaults, and away from home the variables it reads.
        text: what gives these in the emitted module; "" for a display of them.
        lent: what it is where it was passed on from.
    """

    definition: Expression | OpaqueStatement
    function: Function
    home: object
    label: str
    values: dict[str, Kind] = field(default_factory=dict)
    text: str = ""
    lent: Closure | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Method:
    """A bound method that means an op: `x.sum`."""

    object: Kind
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class StructMethod:
    """A method bound to a struct, or to a class: `model.forward`.

    Attributes:
        object: what comes first in its arguments.
        function: the function of the class.
        text: what gives it.
    """

    object: Kind
    function: Any
    text: str


@dataclass(frozen=True, eq=False, slots=True)
class ItemsMethod:
    """A method of a dict or list: `params.items`, `rows.append`."""

    object: Sequence | Table | Repeated | Grown
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Parent:
    """`super()`: a struct as the classes after `cls` see it."""

    object: Record
    cls: type


@dataclass(frozen=True, slots=True)
class Guard:
    """A test of the source that has one truth wherever its names are what they are here.

    Attributes:
        test: its text in the source.
        reads: the kinds of the names that it reads.
        holds: its truth.
    """

    test: str
    reads: tuple[Kind | None, ...]
    holds: bool


@dataclass(frozen=True, eq=False, slots=True)
class MaybeUnbound:
    """A name that some paths leave unbound.

    Attributes:
        why: which.
        kind: what it is where it is bound; None where nothing tells whether it is.
        guard: what holds where it is bound.
        bound: the value of the graph that is true where it is bound.
        in_text: whether the emitted text itself binds it on some paths only.
    """

    why: str
    kind: Kind | None = None
    guard: Guard | None = None
    bound: Kind | None = None
    in_text: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Poison:
    """The kind of what was refused: everything made of it is silent."""


POISON = Poison()

Kind: TypeAlias = (
    Built
    | Sized
    | Computed
    | Template
    | Sequence
    | Table
    | Repeated
    | Record
    | Grown
    | Closure
    | Method
    | StructMethod
    | ItemsMethod
    | Parent
    | MaybeUnbound
    | Poison
)

CONTAINERS = Sequence | Table | Repeated | Record
"""Kinds that hold others."""


def present(kind: Kind) -> Kind:
    """What a kind is where it is used, so that it is not None."""
    return kind.inner if isinstance(kind, Maybe) else kind


def is_number(value: object) -> bool:
    """Whether a build value can be an operand: a Python number or a NumPy scalar."""
    return isinstance(value, bool | int | float | complex | np.generic)


def type_of_kind(kind: Kind) -> Type | None:
    """The IR type of an operand of this kind; None when unknown."""
    if isinstance(kind, Sized):
        size = kind.size
        return NumberType("int", size) if isinstance(size, int) else NumberType("int", dim=size)
    if isinstance(kind, Computed):
        return kind.type
    if isinstance(kind, Built):
        return type_of_python(kind.value) if kind.known and is_number(kind.value) else kind.type
    return None


def loop_of(kind: Kind) -> str | None:
    """The variable of a loop of the graph that a kind depends on."""
    return kind.loop if isinstance(kind, Sized) else None


def rank_of(kind: Kind) -> int | None:
    """The rank of an array, 0 for scalars and numbers, None when unknown."""
    type_ = type_of_kind(kind)
    if isinstance(type_, TensorType):
        return type_.rank
    return None if type_ is None else 0


def is_array(kind: Kind) -> bool:
    """Whether it is an array, which may be written to in place, also of rank 0."""
    return isinstance(kind, Computed) and isinstance(kind.type, TensorType)


def is_text(kind: Kind) -> bool:
    """Whether a kind is a text, known while building or not."""
    return isinstance(kind, Template) or (isinstance(kind, Built) and isinstance(kind.value, str))


def describe(kind: Kind) -> str:
    """A kind as a message names it."""
    type_ = type_of_kind(kind)
    if type_ is not None:
        return str(type_)
    if isinstance(kind, Sequence | Grown):
        return "a tuple" if isinstance(kind, Sequence) and not kind.is_list else "a list"
    if isinstance(kind, Table | Repeated):
        form = kind.form if isinstance(kind, Repeated) else "dict"
        return f"{'an' if form == 'iterator' else 'a'} {form}"
    if isinstance(kind, Template | Closure):
        return "a function" if isinstance(kind, Closure) else "a text of run-time values"
    if isinstance(kind, StructMethod):
        return f"the method `{kind.text}`"
    if isinstance(kind, Record):
        return kind.cls.__name__
    if isinstance(kind, Built) and kind.known:
        return type(kind.value).__name__
    return "a value that depends on a build-time parameter"


def opened(type_: Type | None) -> Type | None:
    """A type without the constant."""
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_
