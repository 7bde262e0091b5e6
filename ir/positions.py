"""Whether a graph treats the positions along a dim independently, so that it may be run with more.

Then it gives the same bits for the positions there are, however many are put in behind them. An
axis is *long* where its size has the dim in it: `n`, or `b*n` and `n*4` after a reshape. The rules
of the ops stand in `position_rules`; an op without one, and any use of the dim as a number, is an
obstacle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from .dims import Dim, Size, exact_div, substitute, symbols
from .expansion import expand
from .graph import Graph, Literal, Node, Operand, Region, Value, type_of
from .op import Effects
from .place import Place
from .rebuild import rebuild_callees
from .structure import carried_operands, index_parameter, is_loop, is_test
from .types import shape_of


@dataclass(frozen=True, slots=True)
class Long:
    """An axis along which there are positions that the call does not have.

    Attributes:
        inner: how many neighbouring elements belong to one position.
        repeats: whether what is put in is as the last position, so that it raises only with it.
    """

    inner: Size = 1
    repeats: bool = True


Axes: TypeAlias = "tuple[Long | None, ...]"
"""For each axis what it is; None where every element is the call's."""


class Obstacle(Exception):
    """Why the positions along a dim are not independent; `place` is the statement."""

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return self.reason if self.place is None else f"{self.reason}, in {self.place}"


@dataclass(frozen=True, slots=True)
class Positions:
    """What is known of a graph whose positions along a dim are independent.

    Attributes:
        parameters: the axes of each.
        results: those of each result.
        rounding: the first statement whose result NumPy may round otherwise where there are more
            positions; None where there is none.
    """

    parameters: tuple[Axes, ...]
    results: tuple[Axes, ...]
    rounding: Place | None


Rule: TypeAlias = "Callable[[Walk, Node, Sequence[Axes]], Axes]"
"""The axes of the one result of a node, from those of its operands; raises Obstacle."""


def positions(graph: Graph, name: str, rules: Mapping[str, Rule]) -> Positions:
    """What is known of the positions along the entry dim `name`.

    Args:
        graph: a legal graph.
        name: of one of its symbols.
        rules: for primitive ops, by name.

    Raises:
        Obstacle: they are not independent.
    """
    graph = _in_primitives(rebuild_callees(graph, _in_primitives))
    walk = Walk(graph.symbols[name], rules, {}, {})
    for parameter in graph.parameters:
        if parameter.dim is graph.symbols[name]:
            raise Obstacle(f"`{name}` is an argument that the function computes with")
    parameters = [walk.axes_of_type(value) for value in graph.parameters]
    results = [axes or () for axes in walk.graph(graph, parameters)]
    return Positions(tuple(parameters), tuple(results), walk.rounding)


def _in_primitives(graph: Graph) -> Graph:
    return expand(graph, lambda op: False)


class Walk:
    """Walks a graph with the axes of every value.

    Args:
        dim: the dim whose positions are meant.
        rules: for primitive ops, by name.
        dims: the symbols of this graph in terms of those of the first one.
        called: what is known of the graphs that were called so far.

    Attributes:
        rounding: the first statement whose result may be rounded otherwise.
    """

    def __init__(
        self,
        dim: Dim,
        rules: Mapping[str, Rule],
        dims: Mapping[str, Size],
        called: dict[object, tuple[list[Axes | None], Place | None]],
    ) -> None:
        self.dim = dim
        self.rounding: Place | None = None
        self._rules = rules
        self._dims = dims
        self._called = called
        self._axes: dict[Value, Axes | None] = {}

    # --- sizes ----------------------------------------------------------------------------------

    def size(self, size: Size) -> Size:
        """A size of this graph in symbols of the first one."""
        return substitute(size, self._dims)

    def shape(self, operand: Operand) -> tuple[Size, ...]:
        """The shape of an operand."""
        return tuple(map(self.size, shape_of(type_of(operand))))

    def is_long(self, size: Size) -> bool:
        """Whether the dim is in a size."""
        return str(self.dim) in symbols(self.size(size))

    def axes(self, operand: Operand) -> Axes | None:
        """The axes of an operand; None where it is not set."""
        if isinstance(operand, Value):
            return self._axes[operand]
        return None if isinstance(operand, Literal) and operand.value is None else ()

    def axes_of_type(self, value: Value) -> Axes:
        """The axes of a new array, from its type alone.

        Raises:
            Obstacle: the dim is only a part of a size.
        """
        for size in self.shape(value):
            if self.is_long(size) and size is not self.dim:
                raise Obstacle(f"`{size}` is a size of it")
        return tuple(Long() if size is self.dim else None for size in self.shape(value))

    # --- graphs ---------------------------------------------------------------------------------

    def graph(self, graph: Graph, parameters: Sequence[Axes | None]) -> list[Axes | None]:
        """The axes of a graph's results."""
        for require in graph.requires:
            needed = require.comparison
            if self.is_long(needed.left) or self.is_long(needed.right):
                raise Obstacle(f"`{needed}` must hold", require.place)
        for value in graph.parameters:
            if value.dim is not None and self.is_long(value.dim):
                raise Obstacle(f"`{self.dim}` is a number that `{graph.name}` computes with")
        return self.region(graph.body, parameters)

    def region(self, region: Region, parameters: Sequence[Axes | None]) -> list[Axes | None]:
        """The axes of a region's results."""
        self._axes.update(zip(region.parameters, parameters, strict=True))
        for node in region.nodes:
            self._node(node)
        for result in region.results:
            if isinstance(result, Dim) and self.is_long(result):
                raise Obstacle(f"`{result}` is a result")
        return [self.axes(result) for result in region.results]

    def _node(self, node: Node) -> None:
        try:
            self._settle(node)
        except Obstacle as obstacle:
            raise obstacle if obstacle.place else Obstacle(obstacle.reason, node.place) from None

    def _settle(self, node: Node) -> None:
        operands = [self.axes(operand) for operand in node.operands]
        for operand in node.operands:
            if isinstance(operand, Dim) and self.is_long(operand):
                raise Obstacle(f"`{self.size(operand)}` is a number that it computes with")
        results: list[Axes | None]
        if node.op.name == "call":
            results = self._call(node, operands)
        elif node.op.name == "if":
            results = self._if(node, operands)
        elif is_loop(node):
            results = self._loop(node, operands)
        else:
            known = [axes or () for axes in operands]
            results = self._plain(node, known)
        for value, axes in zip(node.results, results, strict=True):
            self._axes[value] = self._checked(value, axes)

    def _checked(self, value: Value, axes: Axes | None) -> Axes | None:
        """The axes, which say of every size with the dim in it where the positions are."""
        if axes is None:
            return None
        for size, axis in zip(self.shape(value), axes, strict=True):
            if not self._says(size, axis):
                raise Obstacle(f"`{size}` is a size of its result")
        return axes

    def _says(self, size: Size, axis: Long | None) -> bool:
        """Whether an axis says all of where the positions are in a size."""
        if axis is None:
            return not self.is_long(size)
        outer = exact_div(size, self.dim * axis.inner)
        return outer is not None and not self.is_long(outer) and not self.is_long(axis.inner)

    # --- nodes ----------------------------------------------------------------------------------

    def _plain(self, node: Node, operands: Sequence[Axes]) -> list[Axes | None]:
        name = node.op.name
        if name not in self._rules or node.hidden:
            sizes = (size for value in node.results for size in value.shape)
            if any(map(any, operands)) or any(map(self.is_long, sizes)):
                raise Obstacle(f"`{name}` looks at all positions together")
            return [tuple(None for _ in value.shape) for value in node.results]
        if node.effects & Effects.RAISES:
            for axis in (axis for axes in operands for axis in axes):
                if axis is not None and not axis.repeats:
                    raise Obstacle(f"`{name}` may raise")
        return [self._rules[name](self, node, operands)]

    def _call(self, node: Node, operands: Sequence[Axes | None]) -> list[Axes | None]:
        callee: Graph = node.attributes["callee"]
        dims = {name: self.size(size) for name, size in node.attributes["dims"].items()}
        inner = Walk(self.dim, self._rules, dims, self._called)
        key = id(callee), tuple(dims.items()), tuple(operands)
        if key not in self._called:
            self._called[key] = inner.graph(callee, operands), inner.rounding
        results, rounding = self._called[key]
        self.rounding = self.rounding or rounding
        hidden: list[Axes | None] = [()] * node.hidden
        return hidden + results

    def _if(self, node: Node, operands: Sequence[Axes | None]) -> list[Axes | None]:
        carried = operands[len(operands) - len(carried_operands(node)) :]
        one, other = (self.region(region, carried) for region in node.regions)
        return [joined(a, b) for a, b in zip(one, other, strict=True)]

    def _loop(self, node: Node, operands: Sequence[Axes | None]) -> list[Axes | None]:
        """A loop: what is carried is as long as at the start, or less is known of it."""
        start = len(operands) - len(carried_operands(node)) - node.hidden
        carried = list(operands[start:])
        exits = bool(node.attributes["exits"])
        while True:
            before = list(carried)
            for region in node.regions:
                index: list[Axes | None] = [()] * len(index_parameter(node, region))
                found = self.region(region, [*index, *carried])
                if not is_test(node, region):
                    pairs = zip(carried, found[: len(carried)], strict=True)
                    carried = [joined(a, b) for a, b in pairs]
            if carried == before:
                return carried + [()] * exits


def joined(a: Axes | None, b: Axes | None) -> Axes | None:
    """The axes of a value that is one of two; None where it is not set.

    Raises:
        Obstacle: their positions lie differently.
    """
    if a is None or b is None:
        return b if a is None else a
    return tuple(map(joined_axis, a, b))


def joined_axis(a: Long | None, b: Long | None) -> Long | None:
    """The axis of a value that is one of two."""
    if a is None or b is None:
        if a is not b:
            raise Obstacle("it is longer on one path only")
        return None
    if a.inner != b.inner:
        raise Obstacle("the positions lie differently on two paths")
    return replace(a, repeats=a.repeats and b.repeats)
