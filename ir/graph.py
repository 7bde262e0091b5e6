"""The graph: values, nodes and regions.

Data only: `builder` makes it, `verify` checks it, `print` shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from .comparison import Comparison
from .container import Form
from .dims import Dim, Size, symbol_dims
from .op import Effects, Op
from .place import Place
from .types import (
    CLASSES,
    INT,
    UNSET,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    shape_of,
    type_of_python,
)


class Value:
    """A result of a node or a parameter of a region; compared by identity.

    Attributes:
        type: its type.
        hint: the name a printer should like to give it.
        dim: the symbol this value binds where it is an integer that sizes something, else None.
    """

    __slots__ = ("dim", "hint", "type")

    def __init__(self, type: Type, hint: str = "", dim: Dim | None = None) -> None:
        self.type = type
        self.hint = hint
        self.dim = dim

    def __repr__(self) -> str:
        return f"<{self.hint or 'value'}: {self.type}>"

    @property
    def shape(self) -> tuple[Size, ...]:
        """One size for each axis; () for scalars and numbers."""
        return shape_of(self.type)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> Size:
        """The number of elements."""
        total: Size = 1
        for extent in self.shape:
            total = total * extent
        return total

    @property
    def dtype(self) -> np.dtype:
        """The dtype of an array or a NumPy scalar.

        Raises:
            AttributeError: for a Python number or an unset value.
        """
        if isinstance(self.type, TensorType | ScalarType):
            return self.type.dtype
        raise AttributeError(f"a value of type {self.type} has no dtype")


def binding(dim: Dim) -> Value:
    """A new integer that binds a dim, named after it."""
    return Value(INT, str(dim), dim)


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A Python number or NumPy scalar that stands in the text; a `value` of None is unset."""

    value: int | float | complex | bool | np.generic | None

    @property
    def type(self) -> Type:
        """The type of its value, a number's with the constant."""
        return UNSET if self.value is None else type_of_python(self.value)

    def converted(self, target: Type) -> Literal:
        """The number or scalar of type `target` that it becomes where ways join."""
        assert self.value is not None
        if isinstance(target, NumberType):
            return Literal(CLASSES[target.kind](self.value))
        assert isinstance(target, ScalarType)
        return Literal(target.dtype.type(self.value))


UNSET_LITERAL = Literal(None)
"""Stands for a name before anything was bound to it."""

Operand: TypeAlias = Value | Literal | Dim
"""What a node may be given; a Dim stands for the Python int it is when the graph runs."""


def type_of(operand: Operand) -> Type:
    """The type of an operand; a `Dim` is a Python int, and so is a value that binds one."""
    if isinstance(operand, Dim):
        return NumberType("int", dim=operand)
    if isinstance(operand, Value) and operand.dim is not None:
        return NumberType("int", dim=operand.dim)
    return operand.type


def values_in(operands: Iterable[Operand]) -> list[Value]:
    """The operands that are values, in order."""
    return [operand for operand in operands if isinstance(operand, Value)]


def as_size(operand: Operand) -> Size | None:
    """The size that an operand is; None where it is no int, or binds no dim."""
    if isinstance(operand, Literal):
        return operand.value if type(operand.value) is int else None
    return operand.dim if isinstance(operand, Value) else operand


def operand_of(size: Size) -> Operand:
    """A size as an operand of a node."""
    return size if isinstance(size, Dim) else Literal(size)


@dataclass(slots=True, eq=False)
class Region:
    """A body.

    Some parameters and results may be hidden: they bind dims that the text does not show. The node
    that owns the region says how many (see `Node`).

    Attributes:
        parameters: what it is entered with.
        nodes: in the order they run.
        results: what it ends with.
        name: of its function in the emitted text.
        line: of that function's `def`, 0 when unknown.
        forms: of the parameters that its text shows, for the reader of that text.
    """

    parameters: list[Value]
    nodes: list[Node] = field(default_factory=list)
    results: tuple[Operand, ...] = ()
    name: str = ""
    line: int = 0
    forms: tuple[Form, ...] = ()

    def walk(self) -> Iterator[Node]:
        """All nodes, those of nested regions after the node that owns them."""
        for node in self.nodes:
            yield node
            for region in node.regions:
                yield from region.walk()


@dataclass(slots=True, eq=False)
class Node:
    """One op applied.

    The structured ops own regions or name a graph. Values in brackets stand there only if `exits`
    is true; "same" repeats the line above.

        if      operands  test, carried...
                then      carried... -> hidden..., results...
                else      same
                results   hidden..., results...
        while   operands  hidden..., carried...
                test      hidden..., carried... -> truth
                body      hidden..., carried... -> hidden..., carried...[, exit]
                results   hidden..., carried...[, exit]
        for     operands  start, stop, step, hidden..., carried...
                body      index, hidden..., carried... -> hidden..., carried...[, exit]
                results   hidden..., carried...[, exit]
        call    operands  the callee's parameters, flat
                results   hidden..., the callee's results

    Their attributes:

        exits   of loops: the body ends with an exit code, an int (0 go on, 1 continue, 2 break,
                3 return). At 2 or more the loop ends; its own last result is the code it ended
                with, 0 when it ran out.
        callee  of `call`: a Graph
        dims    of `call`: the callee's entry symbols by name, in terms of the caller's dims

    Attributes:
        op: what is applied.
        operands: what it is applied to.
        attributes: the op's static attributes, or those above.
        regions: in the order above.
        results: a new value each.
        place: the statement it comes from.
        hidden: how many results, which come first, bind dims that the text does not show: the open
            sizes of a plain node, the sizes that vary of a structured one. A loop carries as many.
        forms: of the results that the text has, for the reader of that text.
    """

    op: Op
    operands: tuple[Operand, ...]
    attributes: dict[str, Any]
    regions: tuple[Region, ...]
    results: tuple[Value, ...]
    place: Place
    hidden: int = 0
    forms: tuple[Form, ...] = ()

    @property
    def effects(self) -> Effects:
        """Its own effects, and those of its regions and callee."""
        effects = self.op.effects
        if self.op.raises is not None:
            effects = self.op.effects_of(tuple(map(type_of, self.operands)), self.attributes)
        for region in self.regions:
            for node in region.nodes:
                effects |= node.effects
        callee = self.attributes.get("callee")
        if isinstance(callee, Graph):
            effects |= callee.effects
        return effects


@dataclass(frozen=True, slots=True)
class Require:
    """What a statement relies on, checked before the graph runs.

    Attributes:
        comparison: of sizes over the dims that are bound at entry.
        place: the statement.
    """

    comparison: Comparison
    place: Place


@dataclass(slots=True, eq=False, weakref_slot=True)
class Graph:
    """A whole function.

    Attributes:
        name: the function's name.
        body: its parameters, nodes and results; tuples and structs are flattened.
        symbols: the dims bound at entry, by name, in order of first appearance.
        requires: assumptions on them, checked before the graph runs.
        source: the user's file, as messages should name it.
        updates: the parameters, by position, that the graph writes to. What they hold at the end
            are the last results, in this order.
        origins: what a caller knows of the symbols, by name: "axis 0 of `x`".
        gradient: gives the graph that its user declares to compute its gradient, if one is: it
            takes the parameters and then how what is differentiated changes with each result.
    """

    name: str
    body: Region
    symbols: dict[str, Dim]
    requires: list[Require]
    source: str = ""
    updates: tuple[int, ...] = ()
    origins: dict[str, str] = field(default_factory=dict)
    gradient: Callable[[], Graph] | None = None

    @property
    def parameters(self) -> list[Value]:
        """Those of the body."""
        return self.body.parameters

    @property
    def place(self) -> Place:
        """Where a result that no node gives is computed: a size has no statement of its own."""
        return Place(self.source, f"def {self.name}(...)")

    @property
    def results(self) -> tuple[Operand, ...]:
        """Those of the body."""
        return self.body.results

    @property
    def returned(self) -> tuple[Operand, ...]:
        """The results without the updates."""
        return self.results[: len(self.results) - len(self.updates)]

    @property
    def updated(self) -> list[tuple[Value, Operand]]:
        """The parameters that it writes to, with what they hold at the end."""
        last = self.results[len(self.returned) :]
        return [(self.parameters[n], value) for n, value in zip(self.updates, last, strict=True)]

    @property
    def effects(self) -> Effects:
        """Those of its nodes; what it requires can raise."""
        effects = Effects.RAISES if self.requires else Effects.NONE
        for node in self.body.nodes:
            effects |= node.effects
        return effects

    def walk(self) -> Iterator[Node]:
        """All nodes, those of regions after the node that owns them."""
        return self.body.walk()

    def callees(self) -> list[Graph]:
        """The graphs it calls, directly or not, each once, callees before callers."""
        found: dict[int, Graph] = {}

        def visit(graph: Graph) -> None:
            for node in graph.walk():
                callee = node.attributes.get("callee")
                if isinstance(callee, Graph) and id(callee) not in found:
                    visit(callee)
                    found[id(callee)] = callee

        visit(self)
        return list(found.values())

    def __str__(self) -> str:
        from .print import print_graph

        return print_graph(self)


def entry_symbols(types: Mapping[str, Type]) -> dict[str, Dim]:
    """The symbols in the shapes of these parameter types, by name, in order of appearance."""
    found: dict[str, Dim] = {}
    for type_ in types.values():
        for size in shape_of(type_):
            for dim in symbol_dims(size):
                found.setdefault(str(dim), dim)
    return found


def entry_origins(parameters: Sequence[Value], paths: Sequence[str]) -> dict[str, str]:
    """Where a caller finds the symbols bound at entry, by name: an axis or an integer it gives.

    `paths` says what the parameters are called.
    """
    found: dict[str, str] = {}
    for parameter, path in zip(parameters, paths, strict=True):
        if parameter.dim is not None:
            found.setdefault(str(parameter.dim), f"`{path}`")
        for axis, size in enumerate(parameter.shape):
            if isinstance(size, Dim) and str(size) in size.names:
                found.setdefault(str(size), f"axis {axis} of `{path}`")
    return found
