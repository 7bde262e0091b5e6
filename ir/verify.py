"""Whether a graph is legal: single definition, scope, types derived again, regions that agree.

It runs after construction and after every pass. What it finds is a bug of dslc, never of a user.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from .comparison import Comparison
from .diagnostics import CompilerBug
from .dims import Dim, Size, symbols
from .facts import Facts
from .graph import Graph, Node, Operand, Region, Value
from .numbering import Numbering
from .path_facts import checked_at_call
from .place import Place
from .region_facts import invariants_after, joined_facts, known_in, learn
from .structure import hidden_region_results, hidden_results, is_loop
from .truths import Truths
from .types import INT, Type, shape_of
from .verify_types import (
    Assumptions,
    Illegal,
    agree,
    check_call,
    check_loop_results,
    check_owner,
    check_parameters,
    check_plain,
    check_require,
    check_results,
    dims_of,
    given_size,
    sizes_in,
)

Derived: TypeAlias = dict[tuple[Comparison, ...], dict[Hashable, tuple[Type, ...]]]
"""The types that follow from what nodes read where nothing is known but these comparisons."""

_TRUSTS: ContextVar[bool] = ContextVar("_TRUSTS", default=False)


@contextmanager
def trusted() -> Iterator[None]:
    """Verify nothing meanwhile: graphs are made to be compared, and none of them runs.

    Verifying is half of the time that passes take.
    """
    token = _TRUSTS.set(True)
    try:
        yield
    finally:
        _TRUSTS.reset(token)


def verify(graph: Graph, derived: Derived | None = None) -> Graph:
    """The graph itself, checked; the graphs it calls too.

    Args:
        graph: the graph.
        derived: kept from one graph to the next, so that types of the nodes that both have are
            derived once. All else is looked at again.

    Raises:
        CompilerBug: when it is not legal, with the printed graph.
    """
    if _TRUSTS.get():
        return graph
    found = illegality(graph, derived)
    if found is not None:
        raise CompilerBug(f"illegal graph: {found}", str(found.graph))
    return graph


@dataclass(frozen=True, slots=True)
class Illegality:
    """What is wrong with a graph; its text says where.

    Attributes:
        graph: the graph, or one that it calls.
        where: the way to the part that is wrong.
        place: the statement of the node that is wrong.
        reason: why.
    """

    graph: Graph
    where: tuple[str, ...]
    place: Place
    reason: str

    def __str__(self) -> str:
        return f"{' / '.join(self.where)}: {self.reason}"


def illegality(graph: Graph, derived: Derived | None = None) -> Illegality | None:
    """What is wrong with a graph or one that it calls, the first thing; None when it is legal."""
    for each in (*graph.callees(), graph):
        verifier = _Verifier(each, {} if derived is None else derived)
        try:
            verifier.graph()
        except Illegal as problem:
            return Illegality(each, verifier.way(), verifier.place, str(problem))
    return None


class _Verifier:
    """Walks one graph, knowing what is in scope.

    `place` is the statement of the node that is checked.
    """

    def __init__(self, graph: Graph, derived: Derived) -> None:
        self.place = graph.place
        self._derived = derived
        self._where: list[str | tuple[int, Node]] = [graph.name]
        self._graph = graph
        # Open sizes alone ask which values are the same.
        self._opens = any(node.hidden and not node.regions for node in graph.walk())
        self._assumptions = Assumptions(graph)
        self._truths = Truths()
        self._numbering = Numbering()
        self._defined: set[Value] = set()  # anywhere so far
        self._values: set[Value] = set()  # in scope
        self._dims: set[str] = set()  # in scope

    def way(self) -> tuple[str, ...]:
        """To the part that is checked."""
        return tuple(
            each if isinstance(each, str) else f"node {each[0]} ({each[1].op.name})"
            for each in self._where
        )

    def graph(self) -> None:
        graph = self._graph
        for require in graph.requires:
            for name in require.comparison.symbols():
                if name not in graph.symbols:
                    raise Illegal(f"it requires something of {name}, which no parameter binds")
        bound = {str(parameter.dim) for parameter in graph.parameters if parameter.dim is not None}
        self._dims.update(name for name in graph.symbols if name not in bound)
        self._define(graph.parameters)
        facts = checked_at_call(graph)
        at_call = tuple(require.comparison for require in graph.requires)
        facts.legal = self._derived.setdefault(at_call, facts.legal)
        self._body(graph.body, facts)
        for parameter, value in graph.updated:
            if not isinstance(value, Value) or not agree(facts, parameter.type, value.type):
                raise Illegal(f"{parameter} is updated by {value}")

    def _body(self, region: Region, facts: Facts) -> None:
        """The nodes and results of a region whose parameters are in scope."""
        for numbered in enumerate(region.nodes):
            self._where.append(numbered)  # an error leaves the way as it is
            self._node(numbered[1], facts)
            self._where.pop()
        self._where.append("results")
        self._use(region.results)
        self._where.pop()

    def _node(self, node: Node, facts: Facts) -> None:
        self.place = node.place
        self._use(node.operands)
        ends: list[Facts] = []
        if node.op.name == "call":
            _check(facts, partial(check_call, node, facts, self._assumptions))
        elif node.op.name == "require":
            check_require(node, facts)
        elif node.regions:
            ends = self._regions(node, facts)
        else:
            self._use_sizes(sizes_in(tuple(node.attributes.values())))
            keys = tuple(map(self._numbering.of, node.operands)) if self._opens else ()
            _check(facts, partial(check_plain, node, facts, self._assumptions, keys))
        self._define(node.results)
        self._truths.note(node)
        if self._opens:
            self._numbering.note(node)
        self._learn(facts, self._truths.after(node))
        if is_loop(node):
            learn(facts, invariants_after(node))
        elif node.regions:
            learn(facts, self._joined(node, ends))

    def _learn(self, facts: Facts, told: Sequence[Comparison]) -> None:
        """Add what a test tells of the sizes that are known here."""
        for comparison in told:
            if all(name in self._dims for name in comparison.symbols()):
                learn(facts, [comparison])

    def _regions(self, node: Node, facts: Facts) -> list[Facts]:
        """What is known where each region ends."""
        check_owner(node, facts)
        ends: list[Facts] = []
        for region in node.regions:
            self._where.append(region.name)
            _check(facts, partial(check_parameters, node, region, facts))
            inner = facts.copy()
            learn(inner, known_in(node, region))
            self._define(region.parameters)
            self._learn(inner, self._truths.entering(node, region))
            self._body(region, inner)
            ends.append(self._assumptions.added_to(inner))
            _check(ends[-1], partial(check_results, node, region, ends[-1]))
            self._leave(region)
            self._where.pop()
        if is_loop(node):
            _check(facts, partial(check_loop_results, node, facts))
        return ends

    def _joined(self, node: Node, ends: Sequence[Facts]) -> Iterator[Comparison]:
        """What holds of the sizes that an `if` gives."""
        sides = [hidden_region_results(node, region) for region in node.regions]
        for value, then, otherwise in zip(hidden_results(node), *sides, strict=True):
            sizes = given_size(then), given_size(otherwise)
            if value.dim is not None:
                yield from joined_facts(value.dim, sizes, (ends[0], ends[1]), self._in_scope)

    def _in_scope(self, size: Size) -> bool:
        return all(name in self._dims for name in symbols(size))

    # --- scope ----------------------------------------------------------------------------------

    def _define(self, values: Sequence[Value]) -> None:
        for value in values:
            if value in self._defined:
                raise Illegal(f"{value} is defined twice")
            self._defined.add(value)
            self._values.add(value)
            if value.dim is not None:
                self._bind(value, value.dim)
        for value in values:
            self._use_sizes(shape_of(value.type))

    def _bind(self, value: Value, dim: Dim) -> None:
        name = str(dim)
        if symbols(dim) != (name,) or value.type != INT:
            raise Illegal(f"{value} binds {name}")
        if name in self._dims:
            raise Illegal(f"the dim {name} is bound twice")
        self._dims.add(name)

    def _leave(self, region: Region) -> None:
        """What a region defines ends with it."""
        for values in (region.parameters, *(node.results for node in region.nodes)):
            self._values.difference_update(values)
            self._dims.difference_update(dims_of(values))

    def _use(self, operands: Iterable[Operand]) -> None:
        for operand in operands:
            if isinstance(operand, Value):
                if operand not in self._values:
                    raise Illegal(f"{operand} is not defined here")
            elif isinstance(operand, Dim):
                self._use_sizes((operand,))

    def _use_sizes(self, sizes: Iterable[Size]) -> None:
        for size in sizes:
            if isinstance(size, Dim) and not self._dims.issuperset(size.names):
                name = next(name for name in symbols(size) if name not in self._dims)
                raise Illegal(f"the dim {name} is not bound here")


def _check(facts: Facts, check: Callable[[], None]) -> None:
    """Check a part, with what is known and, where that fails, with what was known before too.

    A pass may have moved what tells of sizes up, and so given them forms in which less is shown.
    """
    mark = facts.mark()
    try:
        check()
    except Illegal:
        with facts.remembering(mark):
            check()
