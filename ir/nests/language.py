"""The language of loop nests.

Indices are sizes: the index of a loop is a symbol, so the algebra of dims simplifies positions and
proves that they are inside. All else that is computed is a scalar.

    for i < n:
        for j < d:
            top max= x[i, j]
        row e: f32[d]
        for j < d:
            e[j] = exp(subtract(x[i, j], top))
            total sum= e[j]
        for j < d:
            y[i, j] = divide(e[j], total)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.dims import Dim, Size, substitute
from dslc.ir.graph import Node
from dslc.ir.op import Op
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, type_of_python

ElementType: TypeAlias = ScalarType | NumberType


@dataclass(slots=True, eq=False)
class Array:
    """An array that a nest reads or writes; dense, in C order.

    Attributes:
        name: what the program calls it; several may have one name.
        dtype: of its elements.
        shape: one size for each axis.
    """

    name: str
    dtype: np.dtype
    shape: tuple[Size, ...]


@dataclass(slots=True, eq=False)
class Local:
    """A scalar with a name: an operand of the nest, or what a statement defines, once."""

    name: str
    type: ElementType


# --- expressions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A number that stands in the text."""

    value: int | float | complex | bool | np.generic

    @property
    def type(self) -> ElementType:
        """Its type; a Python number is weak."""
        found = type_of_python(self.value)
        assert isinstance(found, ScalarType | NumberType)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """A size as a Python integer."""

    size: Size

    @property
    def type(self) -> ElementType:
        """Its type, with the size."""
        if isinstance(self.size, Dim):
            return NumberType("int", dim=self.size)
        return NumberType("int", self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """An element of an array.

    Where there are fewer indices than axes, the last one counts the elements of the axes from there
    on in C order.
    """

    array: Array
    indices: tuple[Size, ...]

    @property
    def type(self) -> ElementType:
        """That of a NumPy scalar."""
        return ScalarType(self.array.dtype)


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """An elementwise op on scalars, as a node applies it to arrays.

    Attributes:
        op: the op.
        operands: one expression for each.
        attributes: of the op, as a node has them.
        types: of the operands as the node has them: NumPy computes with arrays otherwise than with
            scalars here and there.
        type: of the result.
    """

    op: Op
    operands: tuple[Expression, ...]
    attributes: Mapping[str, Any]
    types: tuple[Type, ...]
    type: ElementType


Expression: TypeAlias = Number | Whole | Local | Load | Apply

Access: TypeAlias = tuple[Array, tuple[Size, ...]]
"""An element of an array; indices as in `Load`."""


def counted_shape(shape: tuple[Size, ...], count: int) -> tuple[Size, ...]:
    """A shape as so many indices see it: the last one counts all axes from its own on."""
    if count == len(shape):
        return shape
    return (*shape[: count - 1], prod(shape[count - 1 :], start=1))


def position(indices: tuple[Size, ...], shape: tuple[Size, ...]) -> Size:
    """The place of an element in C order."""
    place: Size = 0
    for index, size in zip(indices, counted_shape(shape, len(indices)), strict=True):
        place = place * size + index
    return place


def is_single(type_: TensorType) -> bool:
    """Whether it is certain that an array has one element alone; NumPy may compute otherwise."""
    return all(size == 1 for size in type_.shape)


def parts(expression: Expression) -> Iterator[Expression]:
    """An expression and all in it."""
    yield expression
    if isinstance(expression, Apply):
        for operand in expression.operands:
            yield from parts(operand)


# --- statements -----------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Plain:
    """A statement that is no loop; it is never changed.

    Attributes:
        value: what it computes.
        node: what it is for.
        loads: the elements that it reads.
        reads: the locals that it reads.
        sizes: the sizes that it computes with.
        reach: kept by `reach_of`.
    """

    value: Expression
    node: Node
    loads: tuple[Load, ...] = field(init=False)
    reads: tuple[Local, ...] = field(init=False)
    sizes: tuple[Size, ...] = field(init=False)
    reach: object = field(default=None, init=False)

    def __post_init__(self) -> None:
        found = [part for each in self.expressions() for part in parts(each)]
        self.loads = tuple(part for part in found if isinstance(part, Load))
        self.reads = tuple(part for part in found if isinstance(part, Local))
        self.sizes = tuple(part.size for part in found if isinstance(part, Whole))

    def expressions(self) -> tuple[Expression, ...]:
        """What it computes."""
        return (self.value,)

    def places(self) -> Iterator[Size]:
        """The sizes and indices in it."""
        yield from self.sizes
        for load in self.loads:
            yield from load.indices


@dataclass(slots=True, eq=False)
class Let(Plain):
    """Defines a local."""

    local: Local


@dataclass(slots=True, eq=False)
class Setting(Plain):
    """Sets an element of an array; indices as in `Load`."""

    array: Array
    indices: tuple[Size, ...]

    def places(self) -> Iterator[Size]:
        """The sizes and indices in it."""
        yield from Plain.places(self)
        yield from self.indices


@dataclass(slots=True, eq=False)
class Store(Setting):
    """Sets an element to a value."""


@dataclass(slots=True, eq=False)
class Update(Setting):
    """Sets an element to an op of itself and a value, in the order of the loops.

    Attributes:
        how: the op; `set` gives the value.
    """

    how: str


@dataclass(slots=True, eq=False)
class Product(Setting):
    """Sets a row of an array to a row times a matrix.

    Its value is an element of the row times one of the matrix.

    Attributes:
        along: the index that these are added up along, of the row and of the rows of the matrix.
        depth: how many they are.
        across: the index that what is set, and the columns of the matrix, have.
        width: how many it sets.
    """

    along: Dim
    depth: Size
    across: Dim
    width: Size

    def places(self) -> Iterator[Size]:
        """The sizes and indices in it."""
        yield from Setting.places(self)
        yield from (self.depth, self.width)


@dataclass(slots=True, eq=False)
class Pick(Plain):
    """Defines an index from an integer of the run.

    Attributes:
        index: a symbol of its own, from 0 on below the size.
        size: of the axis that it picks a place on.
        how: what becomes of other integers: `wrap` and `clip` are as in `numpy.take`; with `raise`
            there are none but negative ones that count from the end.
    """

    index: Dim
    size: Size
    how: str

    def places(self) -> Iterator[Size]:
        """The sizes and indices in it."""
        yield from Plain.places(self)
        yield self.size


@dataclass(slots=True, eq=False)
class Taking(Plain):
    """What takes the values of the trips of the loop that it stands in together.

    Attributes:
        local: what holds the total.
        how: the reduction: `sum`, `max`, ...
        start: what comes before the first trip.
    """

    local: Local
    how: str
    start: Expression

    def expressions(self) -> tuple[Expression, ...]:
        """Its value of a trip, and its start."""
        return self.value, self.start


@dataclass(slots=True, eq=False)
class Running(Taking):
    """What the trips make together so far, this one's value in it; its local is read in the rest.

    `how` is `sum`, `prod`, `max` or `min`, in the order of the trips.
    """


@dataclass(slots=True, eq=False)
class Total(Taking):
    """What the trips make together; its local is set after the loop.

    Sums of floats are added in pairs, as NumPy does it, all else in order. `argmax` and `argmin`
    give the first trip with the greatest or least value, and the first NaN is both.
    """


@dataclass(slots=True, eq=False)
class Loop:
    """Trips for all indices from 0 on below an extent, in order.

    Attributes:
        index: a symbol of its own.
        extent: how many trips.
        body: what a trip does.
        reach: kept by `reach_of`.
    """

    index: Dim
    extent: Size
    body: list[Statement] = field(default_factory=list)
    reach: object = field(default=None, init=False)

    def totals(self) -> Iterator[Total]:
        """What it defines besides its effects on arrays."""
        return (each for each in self.body if isinstance(each, Total))


Statement: TypeAlias = Plain | Loop


@dataclass(slots=True, eq=False)
class Nest:
    """Loops that compute arrays and scalars from others.

    Attributes:
        operands: what it reads from outside, in the order of the node's operands.
        results: what it gives.
        rows: arrays that it alone uses; each trip of the loops around the statements that reach
            one has it for itself (`row_homes`).
        body: its statements.
    """

    operands: tuple[Array | Local, ...]
    results: tuple[Array | Local, ...]
    rows: tuple[Array, ...]
    body: list[Statement]

    @property
    def made(self) -> tuple[Array | Local, ...]:
        """What the node's results stand for, in their order: rows too have a place in memory."""
        return *self.results, *self.rows

    def sizes(self) -> Iterator[Size]:
        """The sizes that it needs, but for the indices of its loops."""
        own = {str(index) for each in statements(self.body) for index in indices_of(each)}
        for each in statements(self.body):
            for size in (each.extent,) if isinstance(each, Loop) else each.places():
                if isinstance(size, Dim) and not size.names <= own:
                    yield substitute(size, dict.fromkeys(own, 0))
        for array in (*self.operands, *self.made):
            if isinstance(array, Array):
                yield from array.shape


# --- walks ----------------------------------------------------------------------------------------


def statements(body: list[Statement]) -> Iterator[Statement]:
    """All statements of a body, those of a loop after it."""
    for each in body:
        yield each
        if isinstance(each, Loop):
            yield from statements(each.body)


def indices_of(statement: Statement) -> tuple[Dim, ...]:
    """The indices that a statement defines."""
    match statement:
        case Loop() | Pick():
            return (statement.index,)
        case Product():
            return statement.along, statement.across
    return ()


def plain_statements(body: list[Statement]) -> Iterator[Plain]:
    """All statements of a body that are no loops."""
    return (each for each in statements(body) if isinstance(each, Plain))
