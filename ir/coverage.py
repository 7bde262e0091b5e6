"""Which branches and loop exits of a graph have run: a watch that keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .builder import BREAK, RETURN, RUN
from .execution import number_at
from .graph import Graph, Literal, Node, Operand, Region, Value
from .structure import is_loop
from .watch import Watch

BRANCHES = ("then", "else")
_ENDS = {RUN: "end", BREAK: "break", RETURN: "return"}
_SAID = {
    "then": "was never true",
    "else": "was never false",
    "no trip": "always ran a trip",
    "trip": "never ran a trip",
    "end": "never ran to its end",
    "break": "never ended by `break`",
    "return": "never ended by `return`",
}
"""What is said of a way that did not run."""


@dataclass(frozen=True)
class Goal:
    """A way that control can take at a node: a branch of an `if`, or how a loop begins or ends."""

    node: Node
    way: str

    @property
    def line(self) -> int:
        """Of the source, 0 where it is not known."""
        return self.node.place.source_line

    def __str__(self) -> str:
        head = self.node.place.text.splitlines()[0] if self.node.place.text else self.node.op.name
        return f"line {self.line}: `{head}` {_SAID[self.way]}"


class Coverage:
    """The goals of a graph and of those that it calls, and which of them were reached so far."""

    def __init__(self, graph: Graph) -> None:
        self.goals = tuple(
            goal for each in (*graph.callees(), graph) for goal in _goals(each, _makers(each))
        )
        self._known = set(self.goals)
        self.reached: set[Goal] = set()

    @property
    def missed(self) -> list[Goal]:
        """The goals that were not reached, by line."""
        missed = [goal for goal in self.goals if goal not in self.reached]
        return sorted(missed, key=lambda goal: goal.line)

    def reach(self, node: Node, way: str) -> None:
        """A way was taken."""
        goal = Goal(node, way)
        if goal in self._known:
            self.reached.add(goal)


class Covering(Watch):
    """Tells a coverage what one run takes, and ends a run that takes too long.

    Raises:
        TooLong: after so many nodes.
    """

    def __init__(self, coverage: Coverage, most: int) -> None:
        self._coverage = coverage
        self._left = most
        self._running: list[tuple[Node, list[int]]] = []  # with the trips of a loop so far

    def begins(self, node: Node, operands: Sequence[Any], sizes: Any) -> None:
        """Count a node."""
        self._left -= 1
        if self._left < 0:
            raise TooLong
        if node.regions:
            self._running.append((node, [0]))

    def enters(self, region: Region) -> None:
        """Note a branch, or a trip of a loop."""
        if not self._running:
            return
        node, trips = self._running[-1]
        if node.op.name == "if" and region in node.regions:
            self._coverage.reach(node, BRANCHES[node.regions.index(region)])
        elif is_loop(node) and region is node.regions[-1]:
            trips[0] += 1
            self._coverage.reach(node, "trip")

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        """Note how a loop has ended."""
        if not node.regions:
            return
        _, (trips,) = self._running.pop()
        if is_loop(node):
            if not trips:
                self._coverage.reach(node, "no trip")
            code = results[-1] if node.attributes["exits"] else RUN
            self._coverage.reach(node, _ENDS.get(code, "end"))


class TooLong(Exception):
    """A run took more nodes than it may."""


# --- what can be reached -----------------------------------------------------------------------

Makers = dict[Value, tuple[Node, int]]
"""The node and position of each result."""


def _makers(graph: Graph) -> Makers:
    return {value: (node, i) for node in graph.walk() for i, value in enumerate(node.results)}


def _goals(graph: Graph, makers: Makers) -> Iterator[Goal]:
    for node in graph.walk():
        if node.op.name == "if" and not _is_of_loop(node):
            test = node.operands[0]
            for number, way in enumerate(BRANCHES):
                if not isinstance(test, Literal) or bool(test.value) == (number == 0):
                    yield Goal(node, way)
        elif is_loop(node):
            yield from (Goal(node, way) for way in _ways(node, makers))


def _is_of_loop(node: Node) -> bool:
    """Whether an `if` is no one's in the source: what follows a loop that may have left."""
    return node.place.text.startswith(("for ", "while "))


def _ways(node: Node, makers: Makers) -> Iterator[str]:
    """How a loop can begin and end."""
    empty = _is_empty(node)
    if empty is not False:
        yield "no trip"
    if empty is not True:
        yield "trip"
    test = node.regions[0].results[0] if node.op.name == "while" else None
    endless = isinstance(test, Literal) and bool(test.value)
    if not endless and empty is not True:
        yield "end"
    if node.attributes["exits"]:
        codes = _codes(node.regions[-1].results[-1], makers)
        yield from (_ENDS[code] for code in (BREAK, RETURN) if code in codes)


def _is_empty(node: Node) -> bool | None:
    """Whether a loop runs no trip; None where the run decides."""
    if node.op.name == "while":
        test = node.regions[0].results[0]
        return not test.value if isinstance(test, Literal) else None
    bounds = node.operands[:3]
    if not all(isinstance(bound, Literal) for bound in bounds):
        return None
    start, stop, step = (number_at(bound, {}) for bound in bounds)
    return step != 0 and not range(start, stop, step)


def _codes(operand: Operand, makers: Makers) -> set[int]:
    """The exit codes that an operand may be."""
    if isinstance(operand, Literal):
        return {operand.value} if isinstance(operand.value, int) else set()
    if not isinstance(operand, Value) or operand not in makers:
        return {RUN, BREAK, RETURN}
    node, position = makers[operand]
    if node.op.name == "if":
        return set().union(*(_codes(region.results[position], makers) for region in node.regions))
    if is_loop(node) and node.attributes["exits"] and position == len(node.results) - 1:
        inside = _codes(node.regions[-1].results[-1], makers)
        return {RUN} | {code for code in inside if code >= BREAK}
    return {RUN, BREAK, RETURN}
