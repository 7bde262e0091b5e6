"""Recompute: a backward part that runs nodes of the forward part again, and keeps less of it.

Before:

    h = g.tanh(x)                                                 # f64[n]
    ...
    result_multiply = g.multiply(h, h)                            # f64[n]

After:

    h = g.tanh(x)                                                 # f64[n]
    ...
    x_again = g.depend(x, d_y)                                    # f64[n]
    h_again = g.tanh(x_again)                                     # f64[n]
    result_multiply = g.multiply(h_again, h_again)                # f64[n]

A node is run again where the backward part reads it for the first time, not before what that node
needs besides. The values are the same to the bit.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from dslc.ir.facts import Facts
from dslc.ir.graph import Graph, Node, Operand, Value, type_of, values_in
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.rebuild import Rebuilding
from dslc.ir.types import TensorType
from dslc.ir.value_names import wished_name

from .halves import Halves, values_read


def recompute(halves: Halves, again: Collection[int]) -> Graph:
    """The joint graph whose backward part runs these nodes of the forward part again.

    It is not verified here: most are made only to be compared, see `dslc.ir.verify.trusted`.
    """
    return _Recomputing(halves, again).graph() if again else halves.graph


class _Recomputing(Rebuilding):
    """One walk of the backward part."""

    def __init__(self, halves: Halves, again: Collection[int]) -> None:
        super().__init__(lambda node: node)
        self._halves = halves
        nodes = halves.forward
        self._makers = {value: nodes[n] for n in again for value in nodes[n].results}
        self._nodes: list[Node] = list(nodes)
        self._known: dict[Value, int] = {}  # what the backward part has made, in order
        self._ends = self._last_readings()

    def _last_readings(self) -> dict[Value, int]:
        """The number of the last node of the backward part that reads a value; -1 for none."""
        backward = self._halves.backward
        found = {value: n for n, node in enumerate(backward) for value in values_read(node)}
        return found | dict.fromkeys(values_in(self._halves.graph.results), len(backward))

    def graph(self) -> Graph:
        """The graph with the nodes in the backward part."""
        graph = self._halves.graph
        for number, node in enumerate(self._halves.backward):
            self._run_again(number, node)
            self._nodes.append(self._with_new_parts(node))
            for value in node.results:
                if isinstance(value.type, TensorType):
                    self._known[value] = len(self._known)
        return replace(graph, body=replace(graph.body, nodes=self._nodes))

    def _run_again(self, number: int, reader: Node) -> None:
        """Make again what a node of the backward part is the first to read."""
        wanted = [v for v in values_read(reader) if v in self._makers and v not in self._standing]
        on = self._latest(number, reader) if wanted else None
        left = wanted if on is not None else []
        while left:
            maker = self._makers[left[-1]]
            missing = [v for v in values_in(maker.operands) if self._is_missing(v)]
            if missing:
                left += missing
                continue
            assert on is not None
            if left.pop() not in self._standing:
                self._make(maker, on, reader.place)

    def _is_missing(self, value: Value) -> bool:
        return value in self._makers and value not in self._standing

    def _latest(self, number: int, reader: Node) -> Value | None:
        """A value of the backward part that the reader waits for, or that is there then anyway."""
        waits = [value for value in values_read(reader) if value in self._known]
        if waits:
            return max(waits, key=self._known.__getitem__)
        there = (v for v in reversed(self._known) if self._ends.get(v, -1) >= number)
        return next(there, None)

    def _make(self, maker: Node, on: Value, place: Place) -> None:
        operands = list(self._operands(maker.operands))
        if all(new is old for new, old in zip(operands, maker.operands, strict=True)):
            first = next(n for n, each in enumerate(operands) if _is_array(each))
            operands[first] = self._after(operands[first], on, place)
        results = tuple(Value(v.type, f"{wished_name(maker, v)}_again") for v in maker.results)
        node = replace(maker, operands=tuple(operands), results=results)
        self._nodes.append(node)
        self._standing.update(zip(maker.results, results, strict=True))

    def _after(self, operand: Operand, on: Value, place: Place) -> Value:
        """An array, once another value is known."""
        assert isinstance(operand, Value)
        _, (type_,) = REGISTRY["depend"].infer(Facts(), (operand.type, on.type), {})
        result = Value(type_, f"{operand.hint or 'array'}_again")
        self._nodes.append(Node(REGISTRY["depend"], (operand, on), {}, (), (result,), place))
        return result


def _is_array(operand: Operand) -> bool:
    return isinstance(operand, Value) and isinstance(type_of(operand), TensorType)
