"""Order for memory: nodes run in an order in which less is live at the worst time.

Before:

    a = g.exp(x)                                                  # f32[n]
    b = g.log(x)                                                  # f32[n]
    s = g.sum(a)                                                  # f32
    t = g.sum(b)                                                  # f32
    return g.add(s, t)

After:

    a = g.exp(x)                                                  # f32[n]
    s = g.sum(a)                                                  # f32
    b = g.log(x)                                                  # f32[n]
    t = g.sum(b)                                                  # f32
    return g.add(s, t)

Only nodes move that have no effect, and only between their neighbours of this kind: what has an
effect, regions, or a size of its own stays where it is. The source's order stays where another one
does not lower the worst time of its region. Sizes that only a call knows are tried large and small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from dslc.ir.dims import evaluate
from dslc.ir.graph import Graph, Node, Region, Value, values_in
from dslc.ir.rebuild import replaced_body
from dslc.ir.remarks import remark
from dslc.ir.types import TensorType

LARGE, SMALL = 1000, 10
"""Sizes that are tried where only a call knows them."""

MOST_NODES, MOST_RUNS, ROUNDS = 100, 20, 10
"""Neighbours that are looked at together, such runs of nodes in a region, and how often."""


def order_for_memory(graph: Graph) -> Graph:
    """The graph with its nodes in an order in which less memory is needed."""
    return replaced_body(graph, _region(graph.body))


def live_at_most(region: Region, size: int) -> int:
    """The bytes of what is live at the worst time in a region, where all sizes are the same."""
    sizes = dict.fromkeys(sorted(_names(region.nodes)), size)
    return _Trial(region.nodes, region, sizes).run(range(len(region.nodes)))


def _region(region: Region) -> Region:
    nodes = [_inside(node) for node in region.nodes]
    for _ in range(ROUNDS):
        ordered = _ordered(nodes, region)
        if ordered is None:
            break
        nodes = ordered
    unchanged = all(one is other for one, other in zip(nodes, region.nodes, strict=True))
    return region if unchanged else replace(region, nodes=nodes)


def _inside(node: Node) -> Node:
    """The node with its regions in order."""
    regions = tuple(map(_region, node.regions))
    same = all(one is other for one, other in zip(regions, node.regions, strict=True))
    return node if same else replace(node, regions=regions)


def _ordered(nodes: Sequence[Node], region: Region) -> list[Node] | None:
    """The nodes in an order with a lower peak; None where none is found."""
    groups = groupby(range(len(nodes)), lambda number: _moves(nodes[number]))
    runs = [(moves, list(numbers)) for moves, numbers in groups]
    names = sorted(_names(nodes))
    first = _Trial(nodes, region, dict.fromkeys(names, LARGE))
    peaks = [first.run(numbers) for _, numbers in runs]
    worst = {number for number, peak in enumerate(peaks) if peak == max(peaks)}
    if len(worst) > MOST_RUNS or not all(
        runs[number][0] and 3 <= len(runs[number][1]) <= MOST_NODES for number in worst
    ):
        return None
    trials = [_Trial(nodes, region, sizes) for sizes in _assignments(names)]
    found: list[Node] = []
    for number, (_, numbers) in enumerate(runs):
        order = numbers
        if number in worst:
            order = trials[0].chosen(numbers)
            if not _is_better(trials, order, numbers):
                return None
        for trial in trials:
            trial.run(numbers)
        found += [nodes[each] for each in order]
    for number in sorted(worst):
        place = nodes[runs[number][1][0]].place
        remark("runs in another order, in which less is live", place)
    return found


def _is_better(trials: Sequence[_Trial], order: Sequence[int], than: Sequence[int]) -> bool:
    """Whether an order has a lower peak for the first sizes, and no higher one for any."""
    found = [(trial.peak(order), trial.peak(than)) for trial in trials]
    return found[0][0] < found[0][1] and all(new <= old for new, old in found)


def _moves(node: Node) -> bool:
    """Whether a node may run at another time."""
    own_sizes = any(value.dim is not None for value in node.results)
    return not (node.effects or node.regions or own_sizes or node.op.name == "call")


def _names(nodes: Sequence[Node]) -> set[str]:
    """The symbols in the types of results."""
    types = [value.type for node in nodes for value in node.results]
    sizes = [size for type_ in types if isinstance(type_, TensorType) for size in type_.shape]
    return set[str]().union(*(size.names for size in sizes if not isinstance(size, int)))


def _assignments(names: Sequence[str]) -> Iterator[Mapping[str, int]]:
    """Sizes of all symbols: large, small, and in turn."""
    yield dict.fromkeys(names, LARGE)
    if names:
        yield dict.fromkeys(names, SMALL)
    if len(names) > 1:
        yield {name: (LARGE, SMALL)[n % 2] for n, name in enumerate(names)}
        yield {name: (SMALL, LARGE)[n % 2] for n, name in enumerate(names)}


class _Trial:
    """What is live while the nodes of a region run, for some sizes.

    A value is live from the node that makes it to the last that reads it; parameters are not
    counted. An op that writes to an array which ends there gives that array itself.
    """

    def __init__(self, nodes: Sequence[Node], region: Region, sizes: Mapping[str, int]) -> None:
        self._nodes = nodes
        self._bytes = {v: _bytes(v, sizes) for node in nodes for v in node.results}
        self._reads = [[v for v in _read(node) if v in self._bytes] for node in nodes]
        self._left = dict.fromkeys(self._bytes, 0)
        for reads in self._reads:
            for value in reads:
                self._left[value] += 1
        for value in values_in(region.results):
            if value in self._left:
                self._left[value] += 1
        self._live = 0

    def run(self, order: Sequence[int]) -> int:
        """Run these nodes; the most that is live meanwhile."""
        most = self._live
        for number in order:
            node, reads = self._nodes[number], self._reads[number]
            made = sum(self._bytes[value] for value in node.results)
            ended = [value for value in reads if self._left[value] == 1]
            # What is written to in place is no second array.
            own = node.operands[:1] if node.op.write is not None else ()
            most = max(most, self._live + made - sum(self._bytes[v] for v in ended if v in own))
            self._live += self._net(number)
            for value in reads:
                self._left[value] -= 1
        return most

    def peak(self, order: Sequence[int]) -> int:
        """The most that would be live if these nodes ran next."""
        live = self._live
        most = self.run(order)
        self._live = live
        for number in order:
            for value in self._reads[number]:
                self._left[value] += 1
        return most

    def chosen(self, numbers: Sequence[int]) -> list[int]:
        """An order of these nodes: what frees most or takes least comes first."""
        left = dict(self._left)
        makers = {value: n for n in numbers for value in self._nodes[n].results}
        waits = {n: {makers[v] for v in self._reads[n] if v in makers} for n in numbers}
        order: list[int] = []
        while waits:
            best = min((n for n in waits if not waits[n]), key=lambda n: (self._net(n), n))
            for value in self._reads[best]:
                self._left[value] -= 1
            order.append(best)
            del waits[best]
            for others in waits.values():
                others.discard(best)
        self._left = left
        return order

    def _net(self, number: int) -> int:
        """What is live after a node beyond what was before it."""
        made = sum(self._bytes[v] for v in self._nodes[number].results if self._left[v])
        return made - sum(self._bytes[v] for v in self._reads[number] if self._left[v] == 1)


def _read(node: Node) -> list[Value]:
    """The values that a node reads, those of its regions included, each once."""
    found = dict.fromkeys(values_in(node.operands))
    for region in node.regions:
        for inner in region.nodes:
            found.update(dict.fromkeys(_read(inner)))
        found.update(dict.fromkeys(values_in(region.results)))
    return list(found)


def _bytes(value: Value, sizes: Mapping[str, int]) -> int:
    """What an array takes; a number takes nothing."""
    if not isinstance(value.type, TensorType):
        return 0
    size = value.type.dtype.itemsize
    for each in value.type.shape:
        try:
            size *= max(0, each if isinstance(each, int) else evaluate(each, sizes))
        except ZeroDivisionError:
            return 0
    return size
