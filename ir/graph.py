"""The graph:

values, nodes, regions. Data only; `builder` makes it, `verify` checks it, `print` shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from .dims import Dim, Size
from .op import Effects, Op
from .place import Place
from .types import UNSET, NumberType, Type, shape_of, type_of_python


class Value:
    """A result of a node or a parameter of a region; compared by identity.

    Attributes:
        type: its type.
        hint: the name a printer should like to give it.
        dim: the symbol this value binds, when it is an integer that sizes something.
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
        return shape_of(self.type)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> Size:
        total: Size = 1
        for extent in self.shape:
            total = total * extent
        return total

    @property
    def dtype(self) -> np.dtype:
        if isinstance(self.type, NumberType):
            raise AttributeError("a Python number has no dtype")
        return self.type.dtype  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A Python number or NumPy scalar that stands in the text; `value` None is unset."""

    value: int | float | bool | np.generic | None

    @property
    def type(self) -> Type:
        return UNSET if self.value is None else type_of_python(self.value)


UNSET_LITERAL = Literal(None)

Operand: TypeAlias = Value | Literal | Dim


def type_of(operand: Operand) -> Type:
    """The type of an operand; a `Dim` is a Python int, and so is a value that binds one."""
    dim = operand if isinstance(operand, Dim) else getattr(operand, "dim", None)
    return operand.type if dim is None else NumberType("int", dim=dim)


@dataclass(slots=True, eq=False)
class Region:
    """A body: parameters, nodes in order, results.

    The first `hidden` parameters bind dims that the text does not show (see docs/architecture.md);
    how many results are hidden, the node that owns the region says.
    """

    parameters: list[Value]
    nodes: list[Node] = field(default_factory=list)
    results: tuple[Operand, ...] = ()
    name: str = ""
    line: int = 0  # in the emitted text, of its `def`

    def walk(self) -> Iterator[Node]:
        """All nodes, those of nested regions after the node that owns them."""
        for node in self.nodes:
            yield node
            for region in node.regions:
                yield from region.walk()


@dataclass(slots=True, eq=False)
class Node:
    """One op applied. Structured ops own regions:

    | op | operands | regions | results |
    |---|---|---|---|
    | `if` | test, carried... | then(carried...), else(carried...) | hidden..., results... |
    | `while` | hidden..., carried... | test(hidden..., carried...) -> truth; body(same) -> hidden..., carried...[, exit] | same[, exit] |
    | `for` | start, stop, step, hidden..., carried... | body(index, hidden..., carried...) -> hidden..., carried...[, exit] | same[, exit] |
    | `call` | the callee's parameters, flat | | hidden..., the callee's results |

    Attributes of `if`, `while`, `for`: `hidden`, a count; of the loops also `exits`: the body's
    last result is an exit code (`int`: 0 go on, 1 continue, 2 break, 3 return), the loop ends when
    it is 2 or more, and the loop's last result is the code it ended with (0 when it ran out).
    Attributes of `call`: `callee`, a Graph; `dims`, the callee's entry symbols in terms of the
    caller's dims; `hidden`.
    """

    op: Op
    operands: tuple[Operand, ...]
    attributes: dict[str, Any]
    regions: tuple[Region, ...]
    results: tuple[Value, ...]
    place: Place

    @property
    def effects(self) -> Effects:
        """Its own effects and those of its regions and callee."""
        effects = self.op.effects_of(tuple(type_of(o) for o in self.operands), self.attributes)
        for region in self.regions:
            for node in region.nodes:
                effects |= node.effects
        callee = self.attributes.get("callee")
        if isinstance(callee, Graph):
            effects |= callee.effects
        return effects


@dataclass(frozen=True, slots=True)
class Require:
    """Two sizes over the entry dims, assumed equal by the statement at `place`;

    checked before the graph runs.
    """

    left: Size
    right: Size
    place: Place


@dataclass(slots=True, eq=False, weakref_slot=True)
class Graph:
    """A whole function.

    Attributes:
        name: the function's name.
        body: its parameters, nodes and results, all structure flattened.
        symbols: the dims bound at entry, by name, in order of first appearance.
        requires: assumptions on them, checked at the call.
        source: the user's file, as messages should name it.
    """

    name: str
    body: Region
    symbols: dict[str, Dim]
    requires: list[Require]
    source: str = ""

    @property
    def parameters(self) -> list[Value]:
        return self.body.parameters

    @property
    def results(self) -> tuple[Operand, ...]:
        return self.body.results

    @property
    def effects(self) -> Effects:
        effects = Effects.RAISES if self.requires else Effects.NONE
        for node in self.body.nodes:
            effects |= node.effects
        return effects

    def walk(self) -> Iterator[Node]:
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
    """The symbols in the shapes of these parameter types, in order of appearance."""
    from .dims import symbol_dims

    found: dict[str, Dim] = {}
    for type_ in types.values():
        for size in shape_of(type_):
            for dim in symbol_dims(size):
                found.setdefault(str(dim), dim)
    return found
