"""A graph under construction: where the next node goes, and what is known there.

`builder` gives it the methods that emitted modules call; `regions` builds control flow with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import CodeType, FrameType
from typing import Any

import numpy as np

from . import ops  # noqa: F401  (fills the registry)
from .comparison import Comparison
from .diagnostics import Diagnostic, DslError
from .dims import Dim, Size, substitute, symbol, symbols
from .facts import DimMismatch, Facts
from .graph import Graph, Literal, Node, Operand, Region, Require, Value, entry_symbols, type_of
from .indices import index_interval
from .nesting import Body
from .op import REGISTRY, Op, RuleError
from .place import Place
from .region_facts import learn
from .types import (
    CLASSES,
    INT_MAX,
    INT_MIN,
    NumberType,
    ScalarType,
    Type,
    UnsetType,
    element,
    same_element,
)
from .unify import bind_call, open_results
from .variable import Variable, held

_OURS = "dslc."
"""What the names of our own modules begin with."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a function of the text is doing: a statement of the source, begun at this line."""

    function: CodeType | None
    text: str = ""
    at: int = 0


class Construction:
    """Appends nodes to one graph.

    Args:
        name: the graph's name.
        parameters: names and types of the flat parameters.
        integers: the dims that parameters of type `int` bind, by the parameter's name.
        source: the user's file, as messages name it.

    Attributes:
        graph: what is built.
        facts: what is known of sizes where the next node goes.
    """

    def __init__(
        self,
        name: str,
        parameters: Sequence[tuple[str, Type]] = (),
        *,
        integers: Mapping[str, Dim] | None = None,
        source: str = "",
    ) -> None:
        integers = integers or {}
        values = [Value(type_, hint, integers.get(hint)) for hint, type_ in parameters]
        entry = entry_symbols(dict(parameters))
        entry.update({str(dim): dim for dim in integers.values()})
        self.graph = Graph(name, Region(values, name=name), entry, [], source)
        self.facts = Facts()
        self._region = self.graph.body
        self._scope = set(entry)  # symbols that may be used here
        self._names = set(entry)  # symbols that exist anywhere in this graph
        self._variables: list[Variable] = []
        self._written: dict[int, Variable] = {}  # those that are parameters, by position
        # By the line of a loop in the emitted text: the numbers it carried that varied last time.
        self.varying_numbers: dict[tuple[str, int], tuple[int, ...]] = {}
        # Of the running functions, innermost last; some may have returned.
        self._statements: tuple[_Statement, ...] = (_Statement(None),)

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
        results = tuple(Value(type_) for type_ in types)
        self._append(Node(op, operands, attributes, (), results, place))
        return results

    def append_structured(
        self,
        name: str,
        operands: tuple[Operand, ...],
        regions: tuple[Region, ...],
        types: Sequence[Type],
        place: Place,
        *,
        hidden: Sequence[Value] = (),
        **attributes: Any,
    ) -> tuple[Value, ...]:
        """Append a node of a structured op; returns its shown results.

        Args:
            name: of the op.
            operands: those of the node.
            regions: those of the node.
            types: those of the shown results.
            place: the node's statement.
            hidden: the results that bind dims.
            attributes: those of the node, but for the count `hidden`.
        """
        shown = tuple(Value(type_) for type_ in types)
        attributes["hidden"] = len(hidden)
        results = (*hidden, *shown)
        self._append(Node(REGISTRY[name], operands, attributes, regions, results, place))
        self._scope.update(str(value.dim) for value in hidden)
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
            left, right = substitute(require.left, dims), substitute(require.right, dims)
            self.assume_equal(left, right, place)
        hidden, sizes, types = open_results(callee, dims, self.fresh_dim)
        return self.append_structured(
            "call", flat, (), types, place, hidden=hidden, callee=callee, dims=dims, sizes=sizes
        )

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
            return Literal(_converted(operand.value, target))
        cast = REGISTRY["cast"]
        attributes, types = cast.infer(self.facts, (source,), {"dtype": element(target)})
        place = replace(self._place(), line=0)  # no line of the text makes it
        node = Node(cast, (operand,), attributes, (), tuple(Value(t) for t in types), place)
        (self._region if region is None else region).nodes.append(node)
        return node.results[0]

    def _append(self, node: Node) -> None:
        self._region.nodes.append(node)

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
            known: what holds in the region.
        """
        region = Region(parameters, name=body.name, line=body.line)
        shown = parameters[hidden:]
        for value, name in zip(shown, body.names(), strict=False):
            value.hint = name
        before = len(self.facts.assumed)
        with self._inside(region):
            learn(self.facts, known)
            given = (value if value.dim is None else value.dim for value in shown)
            region.results = self._operands(body(*given))
            assumed = self.facts.assumed[before:]
        for comparison in assumed:  # what is checked at the call holds everywhere
            if self._is_entry(comparison):
                self.facts.assume(comparison)
        return region

    @contextmanager
    def _inside(self, region: Region) -> Iterator[None]:
        """Nodes go to a region, where its parameters' symbols may be used."""
        outer = self._region, self._scope, self.facts, self._statements
        self._region, self._scope, self.facts = region, set(self._scope), self.facts.copy()
        self._scope.update(str(value.dim) for value in region.parameters if value.dim is not None)
        try:
            yield
        finally:
            self._region, self._scope, self.facts, self._statements = outer

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
        name = _first_free(f"{hint}_n", self._names | self._scope)
        self._names.add(name)
        return symbol(name, low=low)

    def index_dim(self, name: str, trips: Sequence[Operand]) -> Dim:
        """A new symbol for the index of a loop over a range, known in its body only."""
        low, high = index_interval(trips)
        return symbol(_first_free(name, self._scope), low=low, high=high)

    def names(self) -> frozenset[str]:
        """The names of the symbols made so far."""
        return frozenset(self._names)

    def take_back_names(self, kept: Iterable[str]) -> None:
        """Let new symbols have all names but these: what was traced with the others is void."""
        self._names = set(kept)

    def assume_equal(self, left: Size, right: Size, place: Place) -> None:
        """Rely on two sizes being equal; unless it is known, it is checked when the graph runs.

        Raises:
            RuleError: `shape-mismatch` when they never are.
        """
        with self._assuming(place):
            self.facts.meet(left, right)

    @contextmanager
    def _assuming(self, place: Place) -> Iterator[None]:
        """Turn what is newly assumed of sizes inside into checks.

        Those over the dims bound at entry are made at the call, others where the next node goes.
        """
        before = len(self.facts.assumed)
        try:
            yield
        except DimMismatch as mismatch:
            message = f"sizes {mismatch.left} and {mismatch.right} differ"
            raise RuleError("shape-mismatch", message) from None
        for comparison in self.facts.assumed[before:]:
            left, right = comparison.left, comparison.right
            if self._is_entry(comparison):
                self.graph.requires.append(Require(left, right, place))
            else:
                sizes = self._operands((left, right))
                self._append(Node(REGISTRY["require"], sizes, {}, (), (), place))

    def _is_entry(self, comparison: Comparison) -> bool:
        """Whether both sizes are known at the call."""
        return all(name in self.graph.symbols for name in comparison.symbols())

    # --- operands -------------------------------------------------------------------------------

    def _operand(self, value: Any) -> Operand:
        """What stands for a value that the text gives.

        Raises:
            DslError: `integer-overflow` or `argument-mismatch`.
        """
        value = held(value)
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

    # --- places ---------------------------------------------------------------------------------

    def statement(self, emitted: str) -> Place:
        """The last statement of the graph's own function; `emitted` is the file of the text."""
        own = self._statements[:2][-1]
        return Place(self.graph.source, own.text, emitted, own.at, own.at)

    def begin_function(self, frame: FrameType) -> None:
        """A function of the text begins: the graph's own, or one that it calls."""
        self._running(frame)
        self._statements += (_Statement(frame.f_code),)

    def begin_statement(self, text: str, frame: FrameType) -> None:
        """A statement of the function that runs in this frame begins."""
        running = self._running(frame)
        begun = _Statement(running.function, text, frame.f_lineno)
        self._statements = (*self._statements[:-1], begun)

    def _running(self, frame: FrameType) -> _Statement:
        """The statement of the innermost function of the text that has not returned."""
        while not _is_within(frame, self._statements[-1].function):
            self._statements = self._statements[:-1]
        return self._statements[-1]

    def _place(self) -> Place:
        """The statement and the emitted line that is being run: the nearest frame outside dslc."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OURS):
            frame = frame.f_back
        emitted, line = frame.f_code.co_filename, frame.f_lineno
        running = self._running(frame)
        return Place(self.graph.source, running.text, emitted, running.at, line)

    def _refusal(self, error: RuleError) -> DslError:
        """What the user is told of a rule's refusal, at the statement that was begun last."""
        label = "; ".join(error.labels.values())
        span = self._place().span
        return DslError(Diagnostic(error.code, error.message, span, label=label, help=error.help))


def _first_free(wish: str, taken: Set[str]) -> str:
    """`wish`, or `wish_2`, ... where that is taken."""
    name, number = wish, 2
    while name in taken:
        name, number = f"{wish}_{number}", number + 1
    return name


def _is_within(frame: FrameType, function: CodeType | None) -> bool:
    """Whether a frame belongs to a function, or to what that calls; all do to None."""
    if function is None:
        return True
    caller: FrameType | None = frame
    while caller is not None and caller.f_code is not function:
        caller = caller.f_back
    return caller is not None


def _converted(
    value: int | float | complex | bool | np.generic | None, target: Type
) -> int | float | complex | bool | np.generic:
    """The value of a literal as a number or scalar of type `target`."""
    assert value is not None
    if isinstance(target, NumberType):
        return CLASSES[target.kind](value)  # type: ignore[no-any-return]
    assert isinstance(target, ScalarType)
    return target.dtype.type(value)  # type: ignore[no-any-return]
