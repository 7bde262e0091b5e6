"""A graph under construction: where the next node goes, and what is known there.

`builder` gives it the methods that emitted modules call; `regions` builds control flow with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from . import ops  # noqa: F401  (fills the registry)
from .comparison import Comparison
from .diagnostics import DslError
from .dims import Dim, Size, symbol, symbols
from .facts import Facts, NeverHolds
from .graph import (
    Graph,
    Literal,
    Node,
    Operand,
    Region,
    Require,
    Value,
    binding,
    entry_origins,
    entry_symbols,
    type_of,
)
from .indices import index_interval
from .nesting import Body
from .numbering import Numbering
from .op import REGISTRY, Op, RuleError
from .open_sizes import bind_open, first_free
from .outside import OutsideArrays
from .place import Place, listing
from .refusals import mismatch, refusal_at
from .region_facts import learn
from .requires import Requires
from .statements import Statements
from .truths import Truths
from .types import INT_MAX, INT_MIN, Type, UnsetType, element, same_element
from .unify import bind_call, open_results
from .variable import Variable, held

if TYPE_CHECKING:
    from .carried import Settled


class Construction(Statements):
    """Appends nodes to one graph.

    Args:
        name: the graph's name.
        parameters: names and types of the flat parameters.
        integers: the dims that parameters of type `int` bind, by the parameter's name.
        source: the user's file, as messages name it.
        paths: each parameter as messages name it; by default as it is named.
        requires: what is known from the start, since a graph of the same text requires it.

    Attributes:
        graph: what is built.
        facts: what is known of sizes where the next node goes.
        outside: arrays that the text may read besides its parameters.
        refused: what branches were refused for, in a loop whose types may not stand yet.
    """

    def __init__(
        self,
        name: str,
        parameters: Sequence[tuple[str, Type]] = (),
        *,
        integers: Mapping[str, Dim] | None = None,
        source: str = "",
        paths: Sequence[str] = (),
        requires: Sequence[Require] = (),
    ) -> None:
        super().__init__()
        integers = integers or {}
        values = [Value(type_, hint, integers.get(hint)) for hint, type_ in parameters]
        entry = entry_symbols(dict(parameters))
        entry.update({str(dim): dim for dim in integers.values()})
        self.graph = Graph(name, Region(values, name=name), entry, [], source)
        self.outside = OutsideArrays(self.graph)
        self.graph.origins = entry_origins(values, paths or [hint for hint, _ in parameters])
        self.facts = Facts()
        self._requires = Requires(self.graph)
        self.facts.checked = self._requires.reduced
        self._truths = Truths()
        self._numbering = Numbering()
        self._region = self.graph.body
        self._guarded = False  # only calls with some sizes come here
        self._scope = set(entry)  # symbols that may be used here
        self._integers: dict[Value, Dim] = {}  # the symbols of integers of the run
        self._names = set(entry)  # symbols that exist anywhere in this graph
        self._variables: list[Variable] = []
        self._written: dict[int, Variable] = {}  # those that are parameters, by position
        self.settled: dict[tuple[object, ...], Settled] = {}  # by the way to a loop in the text
        self.refused: list[DslError] | None = None
        self.facts_at_end: dict[Region, Facts] = {}  # what is known where a region ends
        for require in requires:
            self.assume(require.comparison, require.place)

    # --- nodes ----------------------------------------------------------------------------------

    def emit(
        self, op: Op, operands: tuple[Operand, ...], attributes: dict[str, Any]
    ) -> tuple[Value, ...]:
        """Append a node of a plain op; returns its results.

        Raises:
            RuleError: when the op does not apply.
        """
        place = self._place()
        with self._assuming(place):
            attributes, types = op.infer(
                self.facts, tuple(type_of(operand) for operand in operands), attributes
            )

        def hint(number: int) -> str:
            names = listing(place.emitted).names.get(place.line, ())
            return names[number] if len(names) == len(types) else (*names, op.name)[0]

        keys = tuple(map(self._numbering.of, operands))
        dims, types = self._open(keys, types, hint)
        return self._append_node(op, operands, attributes, (), dims, types, place)

    def append_structured(
        self,
        name: str,
        operands: tuple[Operand, ...],
        regions: tuple[Region, ...],
        types: Sequence[Type],
        place: Place,
        *,
        hidden: Sequence[Dim] = (),
        **attributes: Any,
    ) -> tuple[Value, ...]:
        """Append a node of a structured op; returns its shown results.

        Args:
            name: of the op.
            operands: those of the node.
            regions: those of the node.
            types: those of the shown results.
            place: the node's statement.
            hidden: the dims that hidden results bind.
            attributes: those of the node.
        """
        op = REGISTRY[name]
        return self._append_node(op, operands, attributes, regions, hidden, types, place)

    def _append_node(
        self,
        op: Op,
        operands: tuple[Operand, ...],
        attributes: dict[str, Any],
        regions: tuple[Region, ...],
        hidden: Sequence[Dim],
        types: Sequence[Type],
        place: Place,
    ) -> tuple[Value, ...]:
        shown = tuple(Value(type_) for type_ in types)
        results = (*map(binding, hidden), *shown)
        self._scope.update(map(str, hidden))
        self._append(Node(op, operands, attributes, regions, results, place, len(hidden)))
        return shown

    def call_graph(self, callee: Graph, operands: Sequence[Any]) -> tuple[Value, ...]:
        """Append the `call` node of a graph on its flat parameters; returns its shown results.

        Raises:
            RuleError: when an argument is not what the callee declares.
        """
        place = self._place()
        flat = self._operands(operands)
        with self._assuming(place):
            dims = bind_call(self.facts, callee, flat)
        for require in callee.requires:
            self.assume(require.comparison.substituted(dims), place)

        def hint(number: int) -> str:
            result = callee.results[number]
            return result.hint if isinstance(result, Value) else callee.name

        hidden, types = self._open(flat, open_results(self.facts, callee, dims), hint)
        return self.append_structured(
            "call", flat, (), types, place, hidden=hidden, callee=callee, dims=dims
        )

    def _open(
        self, operands: Sequence[Hashable], types: Sequence[Type], hint: Callable[[int], str]
    ) -> tuple[Sequence[Dim], tuple[Type, ...]]:
        """New dims for the open sizes of results, and the results' types.

        `hint` gives the name of a result by its number; it is asked only where a size is open.
        """
        new: list[Dim] = []

        def choose(number: int, axis: int, known: Size | None) -> Size:
            if known is not None:
                return known
            new.append(self.fresh_dim(hint(number)))
            return new[-1]

        _, types = bind_open(self.facts, operands, types, choose)
        return new, types

    def convert(self, region: Region | None, operand: Operand, target: Type) -> Operand:
        """The operand as a value of type `target`, by a cast where it must change.

        Args:
            region: the cast goes to its end; None for where the next node goes.
            operand: what is converted; what is unset stays so.
            target: the type to reach, shapes aside.
        """
        source = type_of(operand)
        if isinstance(source, UnsetType) or same_element(source, target):
            return operand
        if isinstance(operand, Literal):
            return operand.converted(target)
        cast = REGISTRY["cast"]
        facts = self.facts if region is None else self.facts_at_end[region]
        attributes, types = cast.infer(facts, (source,), {"dtype": element(target)})
        place = replace(self._place(), line=0)  # no line of the text makes it
        node = Node(cast, (operand,), attributes, (), tuple(Value(t) for t in types), place)
        (self._region if region is None else region).nodes.append(node)
        return node.results[0]

    def _append(self, node: Node) -> None:
        self._region.nodes.append(node)
        self._truths.note(node)
        self._numbering.note(node)
        self.learn(self._truths.after(node))

    # --- regions --------------------------------------------------------------------------------

    def trace_body(
        self,
        body: Body,
        parameters: list[Value],
        hidden: int = 0,
        known: Sequence[Comparison] = (),
    ) -> Region:
        """The region that a body builds; facts learned in it stay in it.

        Args:
            body: called with the shown parameters; what binds a dim is given as the dim.
            parameters: those of the region.
            hidden: how many of them are hidden; those stand first.
            known: what holds of sizes whenever the region is entered.
        """
        region = Region(parameters, name=body.name, line=body.line, forms=body.parameter_forms())
        shown = parameters[hidden:]
        for value, name in zip(shown, body.names(), strict=False):
            value.hint = name
        required = len(self.graph.requires)
        with self._inside(region):
            self.learn(known)
            given = (value if value.dim is None else value.dim for value in shown)
            region.results = self._operands(body(*given))
            self.facts_at_end[region] = self.facts
        # What is checked at the call holds everywhere.
        learn(self.facts, [each.comparison for each in self.graph.requires[required:]])
        return region

    @contextmanager
    def _inside(self, region: Region) -> Iterator[None]:
        """Nodes go to a region, where its parameters' symbols may be used."""
        integers, self._integers = self._integers, dict(self._integers)
        outer = self._region, self._scope, self.facts, self._statements, self._guarded
        self._region, self._scope, self.facts = region, set(self._scope), self.facts.copy()
        self._scope.update(str(value.dim) for value in region.parameters if value.dim is not None)
        try:
            yield
        finally:
            self._integers = integers
            self._region, self._scope, self.facts, self._statements, self._guarded = outer

    # --- sizes ----------------------------------------------------------------------------------

    def in_scope(self, size: Size) -> bool:
        """Whether every symbol of a size may be used where the next node goes."""
        return all(name in self._scope for name in symbols(size))

    def fresh_dim(self, hint: str, *, low: int | None = 0) -> Dim:
        """A new symbol for a size that is known only when the graph runs.

        Args:
            hint: the name of the value whose size it is.
            low: the least number it can be, None where there is none.
        """
        name = first_free(f"{hint}_n", self._names | self._scope)
        self._names.add(name)
        return symbol(name, low=low)

    def index_dim(self, name: str, trips: Sequence[Operand]) -> Dim:
        """A new symbol for the index of a loop over a range, known in its body only."""
        low, high = index_interval(trips)
        return symbol(first_free(name, self._names | self._scope), low=low, high=high)

    def names(self) -> frozenset[str]:
        """The names of the symbols made so far."""
        return frozenset(self._names)

    def take_back_names(self, kept: Iterable[str]) -> None:
        """Let new symbols have all names but these: what was traced with the others is void."""
        self._names = set(kept)

    def assume(self, comparison: Comparison, place: Place, *, here: bool = False) -> None:
        """Rely on what a comparison says; unless it is known, it is checked when the graph runs.

        Args:
            comparison: what must hold.
            place: the statement that relies on it.
            here: only where the next node goes, not before a region around is entered.

        Raises:
            RuleError: `shape-mismatch` when it never holds.
        """
        guarded = self._guarded
        self._guarded |= here and self._region is not self.graph.body
        with self._assuming(place):
            self.facts.assume(comparison)
        self._guarded = guarded

    def assume_equal(self, left: Size, right: Size, place: Place) -> None:
        """Rely on two sizes being equal, as `assume` does."""
        self.assume(Comparison("==", left, right), place)

    def told(self, test: Operand) -> tuple[Sequence[Comparison], Sequence[Comparison]]:
        """What holds of sizes where a test is true, and where it is false."""
        truth = self._truths.of(test)
        return truth.told(True), truth.told(False)

    def learn(self, told: Sequence[Comparison]) -> None:
        """Take from here on, in this region, what a test tells of the sizes that are known here."""
        for comparison in told:
            if self._in_scope(comparison) and learn(self.facts, [comparison]):
                self._guarded |= self._region is not self.graph.body and self._is_entry(comparison)

    @contextmanager
    def _assuming(self, place: Place) -> Iterator[None]:
        """Turn what is newly assumed of sizes inside into checks."""
        before = len(self.facts.assumed)
        try:
            yield
        except NeverHolds as never:
            raise mismatch(never.comparison, self.facts, self.graph) from None
        for comparison in self.facts.assumed[before:]:
            self._rely_on(comparison, place)

    def _rely_on(self, comparison: Comparison, place: Place) -> None:
        """Check a comparison at the call, or where the next node goes.

        That is so for dims that are not bound at entry, and where only some calls come.
        """
        if self._is_entry(comparison) and not self._guarded:
            late = self._region is not self.graph.body or bool(self._region.nodes)
            self._requires.add(comparison, place, late=late)
            return
        sizes = self._operands((comparison.left, comparison.right))
        relation = {"relation": comparison.relation}
        self._append(Node(REGISTRY["require"], sizes, relation, (), (), place))

    def _in_scope(self, comparison: Comparison) -> bool:
        return all(name in self._scope for name in comparison.symbols())

    def _is_entry(self, comparison: Comparison) -> bool:
        """Whether both sizes are known at the call."""
        return all(name in self.graph.symbols for name in comparison.symbols())

    # --- operands -------------------------------------------------------------------------------

    def _operand(self, value: Any) -> Operand:
        """What stands for a value that the text gives.

        Raises:
            DslError: `integer-overflow` or `argument-mismatch`.
        """
        value = self.outside.value_of(held(value))
        if isinstance(value, Value | Literal | Dim):
            return value
        if not isinstance(value, bool | int | float | complex | np.generic):
            message = f"a {type(value).__name__} is no value of a graph"
            raise self._refusal(RuleError("argument-mismatch", message))
        if type(value) is int and not INT_MIN <= value <= INT_MAX:
            message = f"{value} does not fit in 64 bits"
            raise self._refusal(RuleError("integer-overflow", message))
        return Literal(value)

    def _operands(self, values: Sequence[Any]) -> tuple[Operand, ...]:
        return tuple(self._operand(value) for value in values)

    def _refusal(self, error: RuleError) -> DslError:
        """What the user is told of a rule's refusal, at the statement that was begun last."""
        return refusal_at(self._place(), error, self.facts, self.graph)
