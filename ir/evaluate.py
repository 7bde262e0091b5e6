"""The NumPy interpreter: the living definition of a graph."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .builder import BREAK, RUN
from .dims import evaluate as number_of
from .execution import (
    UNSET,
    add_note,
    bind_dims,
    check_depth,
    check_require,
    check_requires,
    checked_range,
    loop_range,
    run_node,
)
from .graph import Graph, Literal, Node, Operand, Region, Value
from .liveness import Step, schedules
from .nests.run import run as run_nest
from .open_sizes import open_sizes
from .place import Place
from .watch import Watch

_CALLS_WITHOUT_ROOM = 20
"""Calls inside each other that Python's usual recursion limit has room for."""

_FRAMES = 20_000


def evaluate(
    graph: Graph, arguments: Sequence[Any], sizes: Mapping[str, int], watch: Watch | None = None
) -> list[Any]:
    """The results of a graph.

    Args:
        graph: a finished graph.
        arguments: one value for each flat parameter, of exactly its type: an array, a NumPy scalar
            or a Python number. They are never changed.
        sizes: the values of the graph's symbols.
        watch: is told of every node; None for nobody.

    Raises:
        DslError: `shape-assumption`, `integer-overflow` or `too-deep`.
        AssertionError: when a check fails. Ops raise what they raise in NumPy, with a note that
            names the statement.
    """
    check_requires(graph, sizes)
    with np.errstate(all="ignore"):
        # This frame keeps `arguments`: an argument has one reference too many to be stored into.
        return Interpreter(graph, sizes, watch=watch).region(
            graph.body, list(arguments), graph.place
        )


class Interpreter:
    """One activation of a graph: the values that are alive, and the sizes known so far.

    A value is in `values` from its definition to its last reading. Lists of values are handed over:
    who gets one empties it, so that no frame keeps a reference to an array that has no other.

    Args:
        graph: a finished graph.
        sizes: the values of the graph's symbols.
        depth: how many calls it stands inside of.
        watch: is told of every node; None for nobody.
    """

    def __init__(
        self, graph: Graph, sizes: Mapping[str, int], depth: int = 0, watch: Watch | None = None
    ) -> None:
        self.graph = graph
        self.schedules = schedules(graph)
        self.sizes = dict(sizes)
        self.values: dict[Value, Any] = {}
        self.depth = depth
        self.watch = watch

    def region(self, region: Region, arguments: list[Any], place: Place) -> list[Any]:
        """The results of a region of the node at `place`; empties `arguments`."""
        schedule = self.schedules[region]
        if self.watch is not None:
            self.watch.enters(region)
        self._define(region.parameters, arguments)
        self._drop(schedule.unread)
        for step in schedule.steps:
            self._define(step.node.results, self._node(step))
            self._drop(step.dropped)
        return self._read(region.results, schedule.moved, place)

    def _node(self, step: Step) -> list[Any]:
        node = step.node
        run = _STRUCTURED.get(node.op.name, type(self).primitive)
        operands = self._read(node.operands, step.moved, node.place)
        if self.watch is not None:
            self.watch.begins(node, operands, self.sizes)
        results = run(self, node, operands)
        if self.watch is not None:
            self.watch.ends(node, results)
        return results

    def _define(self, values: Sequence[Value], results: list[Any]) -> None:
        bind_dims(values, results, self.sizes)
        self.values.update(zip(values, results, strict=True))
        results.clear()

    def _read(self, operands: Sequence[Operand], moved: Sequence[Value], place: Place) -> list[Any]:
        found = [self._value(operand, place) for operand in operands]
        self._drop(moved)
        return found

    def _value(self, operand: Operand, place: Place) -> Any:
        if isinstance(operand, Value):
            return self.values[operand]
        if isinstance(operand, Literal):
            return UNSET if operand.value is None else operand.value
        return checked_range(number_of(operand, self.sizes), place)

    def _drop(self, values: Sequence[Value]) -> None:
        for value in values:
            del self.values[value]

    # What a backend whose values are elsewhere does in its own way.

    def primitive(self, node: Node, operands: list[Any]) -> list[Any]:
        """The results of a node that is no structured one; may empty `operands`."""
        if node.op.name == "nest":
            return list(run_nest(node.attributes["nest"], operands, self.sizes))
        return run_node(node, operands, self.sizes)

    def known(self, value: Any) -> Any:
        """A value that decides what runs, as Python has it."""
        return value

    def inner(self, callee: Graph, sizes: Mapping[str, int]) -> Interpreter:
        """The activation of a graph that this one calls."""
        return Interpreter(callee, sizes, self.depth + 1, self.watch)

    # Structured nodes: each empties the operands it is given.

    def _if(self, node: Node, operands: list[Any]) -> list[Any]:
        then, otherwise = node.regions
        taken = then if self.known(operands.pop(0)) else otherwise
        return self.region(taken, operands, node.place)

    def _while(self, node: Node, carried: list[Any]) -> list[Any]:
        test, body = node.regions
        exits = node.attributes["exits"]
        while self.known(self.region(test, list(carried), node.place)[0]):
            carried = self.region(body, carried, node.place)
            if exits and self.known(carried[-1]) >= BREAK:
                return carried
            del carried[len(node.operands) :]
        return [*carried, RUN] if exits else carried

    def _for(self, node: Node, operands: list[Any]) -> list[Any]:
        (body,) = node.regions
        exits = node.attributes["exits"]
        carried = operands[3:]
        indices = loop_range([self.known(each) for each in operands[:3]], node.place)
        operands.clear()
        for index in indices:
            carried.insert(0, index)
            carried = self.region(body, carried, node.place)
            if exits and self.known(carried[-1]) >= BREAK:
                return carried
            del carried[len(node.operands) - 3 :]
        return [*carried, RUN] if exits else carried

    def _call(self, node: Node, operands: list[Any]) -> list[Any]:
        check_depth(self.depth, node.place)
        sizes = {n: number_of(size, self.sizes) for n, size in node.attributes["dims"].items()}
        inner = self.inner(node.attributes["callee"], sizes)
        try:
            with _room_for_calls(self.depth):
                results = inner.region(inner.graph.body, operands, node.place)
        except Exception as error:
            add_note(error, node.place)
            raise
        return [*open_sizes(node, results), *results]

    def _require(self, node: Node, _: list[Any]) -> list[Any]:
        check_require(node, self.sizes, self.graph)
        return []


@contextmanager
def _room_for_calls(depth: int) -> Iterator[None]:
    """The recursion limit that a long chain of calls needs.

    Its frames are all Python's own, which take nothing of the native stack.
    """
    limit = sys.getrecursionlimit()
    if depth != _CALLS_WITHOUT_ROOM or limit >= _FRAMES:
        yield
        return
    sys.setrecursionlimit(_FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


_STRUCTURED: dict[str, Callable[[Interpreter, Node, list[Any]], list[Any]]] = {
    "if": Interpreter._if,
    "while": Interpreter._while,
    "for": Interpreter._for,
    "call": Interpreter._call,
    "require": Interpreter._require,
}
