"""A graph once more with sizes put in place of symbols, wherever these stand.

The new graph has values and nodes of its own; places are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from .dims import Dim, Size, substitute, symbols
from .facts import Facts, NeverHolds
from .graph import (
    Graph,
    Node,
    Operand,
    Region,
    Require,
    Value,
    as_size,
    binding,
    operand_of,
    type_of,
)
from .op import RuleError
from .open_sizes import bind_open
from .requires import required
from .structure import hidden_results, shown_results
from .types import TensorType, Type, shape_of
from .unify import open_results

Sizes: TypeAlias = Mapping[str, Size]

Callee: TypeAlias = Callable[[Graph, Sizes, Sizes], tuple[Graph, dict[str, Size]]]
"""What to call instead of a graph, and its symbols in terms of the caller's.

It is given the graph, and its symbols in terms of the caller's before and after.
"""


class Impossible(Exception):
    """The sizes contradict what the graph needs of them; the text says why."""


class Substitution:
    """One walk over a graph.

    Args:
        dims: the sizes by the symbol that they replace.
        callee: chooses the graphs to call; by default the same ones.

    Attributes:
        dims: the sizes so far: those of the start, and of hidden values that are no longer needed.
    """

    def __init__(
        self, dims: Sizes, callee: Callee = lambda graph, before, after: (graph, dict(after))
    ) -> None:
        self.dims = dict(dims)
        self._callee = callee
        self._standing: dict[Value, Operand] = {}

    # --- parts ----------------------------------------------------------------------------------

    def size(self, size: Size) -> Size:
        """The size that now stands for one."""
        return substitute(size, self.dims)

    def type(self, type_: Type) -> Type:
        """The type that a value of this type now has."""
        if not isinstance(type_, TensorType):
            return type_
        return replace(type_, shape=tuple(map(self.size, type_.shape)))

    def attribute(self, attribute: Any) -> Any:
        """An attribute, perhaps with sizes in it."""
        if isinstance(attribute, tuple):
            return tuple(map(self.attribute, attribute))
        return self.size(attribute) if isinstance(attribute, Dim) else attribute

    def operand(self, operand: Operand) -> Operand:
        """What now stands for an operand; a value from around what is walked for itself."""
        if isinstance(operand, Value):
            return self._standing.get(operand, operand)
        if isinstance(operand, Dim):
            return operand_of(self.size(operand))
        return operand

    def operands(self, operands: Sequence[Operand]) -> tuple[Operand, ...]:
        """What now stands for each."""
        return tuple(map(self.operand, operands))

    def require(self, require: Require) -> Require | None:
        """The assumption on the new sizes; None where it holds for sure.

        Raises:
            Impossible: it never holds.
        """
        comparison = require.comparison.substituted(self.dims)
        holds = Facts().answer(comparison)
        if holds is False:
            needed = f"{require.comparison}, here {comparison}"
            raise Impossible(f"it requires {needed}, in {require.place}")
        return None if holds else replace(require, comparison=comparison)

    # --- values and regions ---------------------------------------------------------------------

    def value(self, old: Value) -> Value:
        """The new value; where its symbol is replaced, the size stands for it."""
        bound = old.dim is not None and str(old.dim) not in self.dims
        new = Value(self.type(old.type), old.hint, old.dim if bound else None)
        self._standing[old] = new
        if old.dim is not None and not bound:
            self._standing[old] = operand_of(self.size(old.dim))
        return new

    def stand(self, old: Sequence[Value], new: Sequence[Operand]) -> None:
        """Let operands stand for values, and for the symbols that these bind."""
        for value, operand in zip(old, new, strict=True):
            self._standing[value] = operand
            if value.dim is not None:
                self.dims[str(value.dim)] = size_of_operand(operand)

    def region(self, region: Region) -> Region:
        """The new region."""
        parameters = [self.value(value) for value in region.parameters]
        nodes = self.nodes(region.nodes)
        return replace(
            region, parameters=parameters, nodes=nodes, results=self.operands(region.results)
        )

    def nodes(self, nodes: Sequence[Node]) -> list[Node]:
        """The new nodes."""
        return [new for node in nodes for new in self.node(node)]

    def node(self, node: Node) -> Sequence[Node]:
        """What stands for a node."""
        if node.op.name == "call":
            return [self._call(node)]
        if node.op.name == "if":
            return [self._if(node)]
        if node.hidden and not node.regions:
            return [self._plain(node)]
        operands = self.operands(node.operands)
        if node.op.name == "require" and _holds(node, operands):
            return []
        regions = tuple(map(self.region, node.regions))
        return [self._new(node, operands, regions, node.results, node.hidden)]

    def _new(
        self,
        node: Node,
        operands: tuple[Operand, ...],
        regions: tuple[Region, ...],
        results: Sequence[Value],
        hidden: int,
    ) -> Node:
        attributes = {name: self.attribute(value) for name, value in node.attributes.items()}
        new = tuple(map(self.value, results))
        return Node(node.op, operands, attributes, regions, new, node.place, hidden)

    def _if(self, node: Node) -> Node:
        """An `if`; a hidden size that both branches end with alike is no longer hidden."""
        operands = self.operands(node.operands)
        regions = tuple(map(self.region, node.regions))
        kept = []
        for number, value in enumerate(hidden_results(node)):
            one, other = (size_of_operand(region.results[number]) for region in regions)
            if one == other and not _bound_in(regions, one):
                self.dims[str(value.dim)] = one
                self._standing[value] = operand_of(one)
            else:
                kept.append(number)
        for region in regions:
            region.results = (*(region.results[n] for n in kept), *region.results[node.hidden :])
        results = [*(node.results[n] for n in kept), *shown_results(node)]
        return self._new(node, operands, regions, results, len(kept))

    def _call(self, node: Node) -> Node:
        """A call; its hidden results follow from the types of what is called now."""
        old: Graph = node.attributes["callee"]
        before: Mapping[str, Size] = node.attributes["dims"]
        after = {name: self.size(size) for name, size in before.items()}
        callee, bound = self._callee(old, before, after)
        operands = self.operands(node.operands)
        facts = Facts()
        types = open_results(facts, callee, bound)
        return self._resized(node, operands, {"callee": callee, "dims": bound}, facts, types)

    def _plain(self, node: Node) -> Node:
        """A node with open sizes, some of which may be known now."""
        operands = self.operands(node.operands)
        attributes = {name: self.attribute(value) for name, value in node.attributes.items()}
        facts = Facts()
        try:
            types = tuple(map(type_of, operands))
            attributes, results = node.op.infer(facts, types, attributes)
        except (RuleError, NeverHolds) as reason:
            raise Impossible(f"{reason}, in {node.place}") from None
        return self._resized(node, operands, attributes, facts, results)

    def _resized(
        self,
        node: Node,
        operands: tuple[Operand, ...],
        attributes: dict[str, Any],
        facts: Facts,
        types: Sequence[Type],
    ) -> Node:
        """A node whose results have these types, with the open sizes of the facts."""
        shown, fresh = shown_results(node), {value.dim for value in hidden_results(node)}
        dims, types = bind_open(
            facts, operands, types, lambda number, axis, _: shown[number].shape[axis]
        )
        for was, now in _size_pairs(node, types):
            if was in fresh and was is not now:
                self.dims[str(was)] = now
        for value in hidden_results(node):
            self._standing[value] = operand_of(self.size(_dim(value)))
        hidden = [binding(dim) for dim in dims if isinstance(dim, Dim)]
        new = [Value(t, v.hint) for v, t in zip(shown, types, strict=True)]
        self._standing.update(zip(shown, new, strict=True))
        results = (*hidden, *new)
        return Node(node.op, operands, attributes, (), results, node.place, len(hidden))


def is_stale(node: Node) -> bool:
    """Whether a call's hidden results are no longer the open sizes of what it calls."""
    if node.op.name != "call":
        return False
    facts = Facts()
    types = open_results(facts, node.attributes["callee"], node.attributes["dims"])
    opened = {opening.dim for opening in facts.take_opened()}
    hidden = {value.dim for value in hidden_results(node)}
    related = {pair for pair in _size_pairs(node, types) if pair[0] in hidden or pair[1] in opened}
    matched = all(was in hidden and now in opened for was, now in related)
    return not (matched and len(hidden) == len(opened) == len(related))


def _size_pairs(node: Node, types: Sequence[Type]) -> list[tuple[Size, Size]]:
    """The sizes of the shown results as they are and in other types."""
    before = [size for value in shown_results(node) for size in value.shape]
    return list(zip(before, (size for t in types for size in shape_of(t)), strict=True))


def size_of_operand(operand: Operand) -> Size:
    """The size that an operand is: undoes `operand_of`."""
    size = as_size(operand)
    assert size is not None
    return size


def _holds(node: Node, operands: tuple[Operand, ...]) -> bool:
    """Whether a `require` holds for sure with these operands."""
    return Facts().answer(required(replace(node, operands=operands))) is True


def _dim(value: Value) -> Dim:
    assert value.dim is not None
    return value.dim


def _bound_in(regions: Sequence[Region], size: Size) -> bool:
    """Whether a symbol of a size is bound in one of these regions."""
    names = set(symbols(size))
    for region in regions:
        values = (*region.parameters, *(v for node in region.walk() for v in node.results))
        inner = (v for node in region.walk() for r in node.regions for v in r.parameters)
        if any(str(v.dim) in names for v in (*values, *inner) if v.dim is not None):
            return True
    return False
