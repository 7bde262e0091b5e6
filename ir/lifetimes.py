"""Lifetimes: from when to when each array that a graph's native code allocates is needed.

Calls are followed into what they call, so that the times are those of one whole run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard

from .dims import Size
from .graph import Graph, Node, Operand, Region, Value
from .liveness import Step, schedules
from .structure import (
    carried_operands,
    carried_parameters,
    hidden_operands,
    hidden_parameters,
    is_loop,
    is_test,
    shown_results,
)
from .types import TensorType

MOST_SPOTS = 10_000
"""How many a graph may have, those of its calls included: calls inside each other multiply."""


@dataclass(slots=True)
class Spots:
    """Where the text of a graph allocates, by number.

    Attributes:
        blocks: the values that are allocated, and their numbers.
        calls: the calls, and the number from which on those of the callee follow.
        count: how many numbers there are.
    """

    blocks: dict[Value, int] = field(default_factory=dict)
    calls: dict[Node, int] = field(default_factory=dict)
    count: int = 0

    def block(self, value: Value) -> int:
        """The number of a value that is allocated."""
        self.blocks[value] = self.count
        self.count += 1
        return self.blocks[value]

    def call(self, node: Node, callee: Spots) -> int | None:
        """The first number for what a call allocates; None where that is too much to plan."""
        if self.count + callee.count > MOST_SPOTS:
            return None
        self.calls[node] = self.count
        self.count += callee.count
        return self.calls[node]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One run of a graph: which call of which frame it is, None for the outermost."""

    caller: Frame | None
    dims: Mapping[str, Size]


@dataclass(frozen=True, slots=True)
class Allocation:
    """A value that is allocated.

    Attributes:
        spot: its number in the whole run.
        value: what is allocated.
        type: its type, in the dims of its frame.
        node: the node that makes it.
        frame: the run of a graph that it belongs to.
        first: when it is allocated.
        last: when it is read for the last time.
        beside: the spot of an array of the other branch, of which only one is needed; else None.
        updates: the nodes that write to it in place.
    """

    spot: int
    value: Value
    type: TensorType
    node: Node
    frame: Frame
    first: int
    last: int
    beside: int | None
    updates: tuple[Node, ...]


def allocations(graph: Graph, spots: Mapping[Graph, Spots]) -> list[Allocation]:
    """What a run of the graph allocates.

    Left out is what a loop carries into its next trip: it is still needed when the next trip
    allocates it again.
    """
    whole = _Whole()
    _Run(whole, graph, spots, 0, Frame(None, {}), ()).region(graph.body)
    return whole.found()


_Key: TypeAlias = "tuple[int, Value]"
"""A value of a run; two runs of one graph have each their own."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A value that is allocated, and the loops around it."""

    key: _Key
    node: Node
    spot: int
    frame: Frame
    first: int
    loops: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Join:
    """A result of an `if`, and the times at which its branches begin and end."""

    result: _Key
    start: int
    middle: int
    end: int


class _Whole:
    """A whole run: what is found in the runs of all its graphs.

    Attributes:
        time: now.
        runs: how many runs of graphs there are so far.
        made: what was allocated.
        ends: when a value is read for the last time, or later.
        carried: what each loop carries.
        joins: the results of each `if`, inner ones first.
        updates: the values that a node writes to in place.
    """

    def __init__(self) -> None:
        self.time = 0
        self.runs = 0
        self.made: list[_Made] = []
        self.ends: list[tuple[_Key, int]] = []
        self.carried: list[list[_Key]] = []
        self.joins: list[_Join] = []
        self.updates: list[tuple[_Key, Node]] = []
        self._parents: dict[_Key, _Key] = {}

    def share(self, one: _Key, other: _Key) -> None:
        """Two values may have the same elements."""
        self._parents[self._root(other)] = self._root(one)

    def _root(self, key: _Key) -> _Key:
        """What stands for all values that may have the elements of this one."""
        root = key
        while (parent := self._parents.get(root, root)) != root:
            root = parent
        while key != root:
            self._parents[key], key = root, self._parents.get(key, key)
        return root

    def found(self) -> list[Allocation]:
        """What was allocated, when all is told."""
        last: dict[_Key, int] = {}
        for key, time in self.ends:
            last[self._root(key)] = max(last.get(self._root(key), 0), time)
        carried = [{self._root(key) for key in keys} for keys in self.carried]
        beside = self._beside()
        updates: dict[_Key, list[Node]] = {}
        for key, node in self.updates:
            updates.setdefault(self._root(key), []).append(node)
        result = []
        for made in self.made:
            root, type_ = self._root(made.key), made.key[1].type
            assert isinstance(type_, TensorType)
            if not any(root in carried[loop] for loop in made.loops):
                end = max(made.first, last.get(root, self.time + 1))
                times = made.first, end, beside.get(made.spot)
                written = tuple(dict.fromkeys(updates.get(root, ())))
                what = made.spot, made.key[1], type_, made.node, made.frame
                result.append(Allocation(*what, *times, written))
        return result

    def _beside(self) -> dict[int, int]:
        """For what one branch gives, the spot of what the other gives in its place."""
        found: dict[int, int] = {}
        for join in self.joins:
            root = self._root(join.result)
            alike = [m for m in self.made if self._root(m.key) == root and m.spot not in found]
            then = (m.spot for m in alike if join.start < m.first <= join.middle)
            otherwise = (m.spot for m in alike if join.middle < m.first <= join.end)
            found.update(zip(otherwise, then, strict=False))
        return found


class _Run:
    """Follows one run of a graph: each loop once, both branches of an `if`."""

    def __init__(
        self,
        whole: _Whole,
        graph: Graph,
        spots: Mapping[Graph, Spots],
        start: int,
        frame: Frame,
        loops: tuple[int, ...],
    ) -> None:
        self.number = whole.runs
        whole.runs += 1
        self._whole = whole
        self._all_spots = spots
        self._spots = spots[graph]
        self._start = start
        self._frame = frame
        self._loops = loops
        self._schedules = schedules(graph)

    def region(self, region: Region) -> None:
        """Follow a region."""
        schedule = self._schedules[region]
        self._end(schedule.unread)
        for step in schedule.steps:
            self._whole.time += 1
            self._allocate(step.node)
            given = self._node(step)
            self._end(v for v in (*step.moved, *step.dropped) if v not in given)

    def _allocate(self, node: Node) -> None:
        for value in node.results:
            if value in self._spots.blocks:
                spot, first = self._spot(value), self._whole.time
                key = self.number, value
                made = _Made(key, node, spot, self._frame, first, self._loops)
                self._whole.made.append(made)

    def _spot(self, value: Value) -> int:
        return self._start + self._spots.blocks[value]

    def _end(self, values: Iterable[Value]) -> None:
        ends = (((self.number, value), self._whole.time) for value in values if _is_array(value))
        self._whole.ends.extend(ends)

    def _share(self, ones: Iterable[Operand], others: Iterable[Operand]) -> None:
        """Values that may have the same elements, by pairs."""
        for one, other in zip(ones, others, strict=False):
            if _is_array(one) and _is_array(other):
                self._whole.share((self.number, one), (self.number, other))

    # --- nodes ------------------------------------------------------------------------------------

    def _node(self, step: Step) -> Collection[Value]:
        """Follow a node; gives the operands that it gives away, which end inside of it."""
        node = step.node
        if node in self._spots.calls:
            return self._call(step)
        if is_loop(node):
            self._loop(node)
        elif node.regions:
            self._branches(node)
        else:
            self._share_alike(step)
        # Something in it may be the last to read what ends here.
        self._whole.time += bool(node.regions)
        return ()

    def _share_alike(self, step: Step) -> None:
        """A result that is not allocated may have the elements of any operand.

        What an op writes to is the first of them, in place where nothing else reads that; what
        `depend` gives is the first of them too.
        """
        node = step.node
        first = node.op.write is not None or node.op.name == "depend"
        operands = node.operands[:1] if first else node.operands
        for value in node.results:
            if value not in self._spots.blocks:
                self._share([value] * len(operands), operands)
        if node.op.write is not None:
            ended = (v for v in operands if v in step.moved and _is_array(v))
            self._whole.updates += [((self.number, value), node) for value in ended]

    def _branches(self, node: Node) -> None:
        times = [self._whole.time]
        for region in node.regions:
            self._share(region.parameters, carried_operands(node))
            self.region(region)
            self._share(node.results, region.results)
            times.append(self._whole.time)
        joined = ((self.number, value) for value in node.results if _is_array(value))
        self._whole.joins += [_Join(key, *times) for key in joined]

    def _loop(self, node: Node) -> None:
        operands = [*hidden_operands(node), *carried_operands(node)]
        loop, outer = len(self._whole.carried), self._loops
        self._whole.carried.append([])
        self._loops = (*outer, loop)
        for region in node.regions:
            parameters = [*hidden_parameters(node, region), *carried_parameters(node, region)]
            self._share(parameters, operands)
            self._share(parameters, node.results)
            self.region(region)
            if not is_test(node, region):
                self._share(parameters, region.results)
            self._whole.carried[loop] += [(self.number, value) for value in parameters]
        self._loops = outer

    def _call(self, step: Step) -> Collection[Value]:
        node = step.node
        callee: Graph = node.attributes["callee"]
        start = self._start + self._spots.calls[node]
        frame = Frame(self._frame, node.attributes["dims"])
        run = _Run(self._whole, callee, self._all_spots, start, frame, self._loops)
        for parameter, operand in zip(callee.parameters, node.operands, strict=True):
            self._share_with(run, parameter, operand)
        run.region(callee.body)
        for result, value in zip(callee.results, shown_results(node), strict=True):
            self._share_with(run, result, value)
        self._whole.time += 1
        return [value for value in step.moved if node.operands.count(value) == 1]

    def _share_with(self, run: _Run, theirs: Operand, own: Operand) -> None:
        if _is_array(theirs) and _is_array(own):
            self._whole.share((run.number, theirs), (self.number, own))


def _is_array(operand: Operand) -> TypeGuard[Value]:
    return isinstance(operand, Value) and isinstance(operand.type, TensorType)
