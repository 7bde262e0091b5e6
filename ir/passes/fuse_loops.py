"""Fuse loops: two `for`s over the same range, one after the other, become one.

Before:

    def loop1_body(i, y):                                         # int, f32[n]
        y_value = g.index(x, g.s_[i])                             # f32
        y = g.store(y, g.s_[i], y_value)                          # f32[n]
        return y

    y = g.for_(g.range(n), loop1_body, (y,))                      # f32[n]

    def loop2_body(i, z):                                         # int, f32[n]
        z_value = g.index(y, g.s_[i])                             # f32
        z = g.store(z, g.s_[i], z_value)                          # f32[n]
        return z

    z = g.for_(g.range(n), loop2_body, (z,))                      # f32[n]

After:

    def loop1_body(i, y, z):                                      # int, f32[n], f32[n]
        y_value = g.index(x, g.s_[i])                             # f32
        y = g.store(y, g.s_[i], y_value)                          # f32[n]
        z_value = g.index(y, g.s_[i])                             # f32
        z = g.store(z, g.s_[i], z_value)                          # f32[n]
        return y, z

    y, z = g.for_(g.range(n), loop1_body, (y, z))                 # f32[n], f32[n]

A trip of the later loop may read of an array that the earlier one makes only the row that the same
trip stored. What can raise, or never end, is in one of the two at most: so the first exception is
the same. After Kennedy and McKinley, 1993, as `dslc.ir.nests.fuse`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from dslc.ir.certain_effects import effects_at
from dslc.ir.dims import Dim
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, values_in
from dslc.ir.indices import index_interval
from dslc.ir.keys import join_key
from dslc.ir.op import Effects
from dslc.ir.path_facts import PathFacts
from dslc.ir.rebuild import replaced_body
from dslc.ir.remarks import remark
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    has_exits,
    index_parameter,
    is_test,
    leading_operands,
)
from dslc.ir.substitution import Substitution
from dslc.ir.types import TensorType
from dslc.ir.value_names import keep_names


def fuse_loops(graph: Graph) -> Graph:
    """The graph with one loop for neighbours that can share their trips."""
    if not _has_neighbours(graph.body):
        return graph
    return replaced_body(graph, _Fusing(graph).region(graph.body))


def _has_neighbours(region: Region) -> bool:
    """Whether two loops over the same range stand in one region."""
    ranges = [key for node in region.nodes if (key := _range_of(node)) is not None]
    inner = (each for node in region.nodes for each in node.regions)
    return len(set(ranges)) < len(ranges) or any(map(_has_neighbours, inner))


class _Apart(Exception):
    """Why two loops stay two."""


class _Fusing:
    """One walk of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._uses = Counter(_read(graph.body))
        self._effects: dict[Value, Effects] = {}  # of the loops, by their index
        self._see(graph.body, PathFacts(graph))

    def _see(self, region: Region, known: PathFacts) -> Effects:
        """Find out what the loops of a region can do, and what all in it can."""
        found = Effects.NONE
        for node in region.nodes:
            effects = effects_at(node, known.facts)
            for inner in node.regions:
                with known.inside(node, inner):
                    effects |= self._see(inner, known)
            if node.op.name == "for":
                self._effects[node.regions[0].parameters[0]] = effects
            known.after(node)
            found |= effects
        return found

    def _of(self, loop: Node) -> Effects:
        return self._effects[loop.regions[0].parameters[0]]

    def _may_mix(self, one: Node, other: Node) -> bool:
        """Whether nobody can tell in which order parts of two loops run."""
        for first, second in ((one, other), (other, one)):
            endless = any(node.op.name in ("while", "call") for node in first.regions[0].walk())
            if not self._of(first) and not (endless and self._of(second)):
                return True
        return False

    def region(self, region: Region) -> Region:
        """A region whose own loops are fused, after those in it."""
        nodes: list[Node] = []
        kept: dict[Hashable, int] = {}  # the place of the last loop over a range
        changed = False
        for node in region.nodes:
            inner = tuple(map(self.region, node.regions))
            if any(new is not old for new, old in zip(inner, node.regions, strict=True)):
                node, changed = replace(node, regions=inner), True  # noqa: PLW2901
            key = _range_of(node)
            both = self._both(nodes, kept[key], node) if key in kept else None
            if both is not None:
                before, one, behind = both
                place = kept[key] + len(before)
                nodes[kept[key] :] = [*before, one, *behind]
                kept = {each: at for each, at in kept.items() if at < kept[key]}
                changed = True
            else:
                place = len(nodes)
                nodes.append(node)
            if key is not None:
                kept[key] = place
        return replace(region, nodes=nodes) if changed else region

    def _both(
        self, nodes: list[Node], place: int, later: Node
    ) -> tuple[Sequence[Node], Node, Sequence[Node]] | None:
        """One loop for two, with the nodes between them that go before it and behind it."""
        earlier, between = nodes[place], nodes[place + 1 :]
        before, behind = _split(between, earlier)
        try:
            _expect(all(map(_is_free, between)), "what is between them has an effect")
            _expect(self._may_mix(earlier, later), "what can raise or not end is in both")
            _expect(not _teaches(earlier), "it may know more in the other one")
            _expect(not _opens(later), "only the run knows a size in it")
            made = {value for each in behind for value in each.results}
            _expect(made.isdisjoint(_needed(later)), "it needs what is between them")
            keep_names(earlier)
            keep_names(later)
            one = _Joining(earlier, later, self._uses).node()
        except _Apart as why:
            remark(f"the loop is not one with the loop before it: {why}", later.place)
            return None
        self._effects[one.regions[0].parameters[0]] |= self._of(later)
        remark("the loop is one with the loop before it, which makes the same trips", later.place)
        return before, one, behind


class _Joining:
    """One loop that makes the trips of two.

    Args:
        uses: how often the graph reads each value.
    """

    def __init__(self, earlier: Node, later: Node, uses: Counter[Value]) -> None:
        self._earlier, self._later, self._uses = earlier, later, uses
        (self._body,), (self._other,) = earlier.regions, later.regions
        self._index, self._later_index = self._body.parameters[0], self._other.parameters[0]
        self._ends = dict(zip(earlier.results, self._body.results, strict=True))
        parameters = carried_parameters(earlier, self._body)
        self._inside = dict(zip(earlier.results, parameters, strict=True))
        inside = [(node, each) for node in self._other.walk() for each in node.regions]
        names = {str(each.dim) for pair in inside for each in index_parameter(*pair)}
        _expect(str(self._index.dim) not in names, "a loop in it has an index of the same name")
        self._walk = Substitution({})
        self._walk.stand((self._later_index,), (self._index,))

    def node(self) -> Node:
        """The loop.

        Raises:
            _Apart: a trip of the later one needs what other trips of the earlier one make.
        """
        captured = Counter(_read(self._other))
        for made in self._ends:
            if captured[made]:
                self._meets(made, made, None)
        own, handed = self._carried()
        parameters = [*self._body.parameters, *(self._walk.value(each[1]) for each in own)]
        nodes = [*self._body.nodes, *self._walk.nodes(self._other.nodes)]
        given = [
            (handed[made][0], self._walk.operand(handed[made][1]))
            if made in handed
            else (made, end)
            for made, end in self._ends.items()
        ]
        given += [(result, self._walk.operand(end)) for *_, result, end in own]
        ends = tuple(end for _, end in given)
        region = replace(self._body, parameters=parameters, nodes=nodes, results=ends)
        operands = (*self._earlier.operands, *(each[0] for each in own))
        results = tuple(result for result, _ in given)
        return replace(self._earlier, operands=operands, regions=(region,), results=results)

    def _meets(self, made: Value, there: Value, end: Operand | None) -> None:
        """An array of the earlier loop is another name of one in the later loop."""
        axes = _rows(self._body, self._inside[made], self._index, self._ends[made])
        axes &= _rows(self._other, there, self._later_index, end)
        low, _ = index_interval(leading_operands(self._earlier))
        same = self._inside[made].type == there.type
        _expect(bool(axes) and low >= 0 and same, _OTHER_TRIPS)
        self._walk.stand((there,), (self._ends[made],))

    def _carried(self) -> tuple[list[_Carried], dict[Value, tuple[Value, Operand]]]:
        """What only the later loop carries; what it goes on with, by what the earlier one made."""
        operands, parameters = (
            carried_operands(self._later),
            carried_parameters(self._later, self._other),
        )
        own: list[_Carried] = []
        handed: dict[Value, tuple[Value, Operand]] = {}
        carried = zip(operands, parameters, self._later.results, self._other.results, strict=True)
        for operand, parameter, result, end in carried:
            if isinstance(operand, Value) and operand in self._ends:
                _expect(self._uses[operand] == 1, "what the other one makes is read besides")
                self._meets(operand, parameter, end)
                handed[operand] = result, end
            else:
                own.append((operand, parameter, result, end))
        return own, handed


_Carried: TypeAlias = tuple[Operand, Value, Value, Operand]
"""What a loop begins with, what a trip has of it, what the loop gives, what a trip ends with."""

_OTHER_TRIPS = "its trips need what other trips of that one make"


def _expect(holds: bool, why: str) -> None:
    if not holds:
        raise _Apart(why)


# --- what may be one ------------------------------------------------------------------------------


def _range_of(node: Node) -> Hashable | None:
    """Equal for loops that make the same trips, if others can join them."""
    if node.op.name != "for" or node.hidden or has_exits(node):
        return None
    if any(value.dim is not None for value in node.results):
        return None
    bounds = leading_operands(node)
    return tuple(each.value if isinstance(each, Literal) else each for each in bounds)


def _is_free(node: Node) -> bool:
    """Whether a node can stand before and behind a loop, and says nothing of sizes."""
    bound = any(value.dim is not None for value in node.results)
    return not (node.hidden or bound or node.effects)


def _teaches(loop: Node) -> bool:
    """Whether what follows in a trip knows more of sizes than what follows the loop."""
    return any(
        node.hidden or node.op.name in ("require", "check", "as_dim")
        for node in loop.regions[0].nodes
    )


def _opens(loop: Node) -> bool:
    """Whether the run of a trip tells sizes."""
    return any(node.hidden for node in loop.regions[0].walk())


def _split(between: Sequence[Node], loop: Node) -> tuple[list[Node], list[Node]]:
    """The nodes behind a loop that do not need it, and those that do."""
    made = set(loop.results)
    found: tuple[list[Node], list[Node]] = [], []
    for node in between:
        needs = not made.isdisjoint(_needed(node))
        found[needs].append(node)
        if needs:
            made.update(node.results)
    return found


def _needed(node: Node) -> Iterator[Value]:
    """What a node reads, and what its regions read."""
    yield from values_in(node.operands)
    for region in node.regions:
        yield from _read(region)


def _read(region: Region) -> Iterator[Value]:
    """What the nodes of a region read, and what it ends with."""
    for node in region.nodes:
        yield from _needed(node)
    yield from values_in(region.results)


def _rows(region: Region, array: Value, index: Value, end: Operand | None = None) -> frozenset[int]:
    """The axes of an array on which a trip reaches nothing but the row of its index.

    Args:
        region: the body.
        array: what a trip has of it first.
        index: of the trip.
        end: what it has at the end, where the trip stores into it.
    """
    seeing = _Seeing(array, index)
    seeing.region(region)
    if end is not None:
        seeing.hands_on((end,))
    counts = Counter[Operand](_read(region))
    alone = all(counts[name] == seeing.seen[name] for name in seeing.names)
    ended = end is None or end in seeing.names
    return seeing.axes if seeing.axes and alone and ended else frozenset()


class _Seeing:
    """What a region does with an array.

    Attributes:
        names: the values that it is known as.
        seen: how often each is read by what reaches a row, or hands it on.
        axes: those on which it is reached by the index, None before it is.
    """

    def __init__(self, array: Value, index: Value) -> None:
        self.names: set[Operand] = {array}
        self.seen = Counter[Operand]()
        self.axes: frozenset[int] | None = None
        self._index = index

    def hands_on(self, operands: Sequence[Operand]) -> bool:
        """Whether these are all the array."""
        found = [operand for operand in operands if operand in self.names]
        self.seen.update(found)
        return len(found) == len(operands)

    def region(self, region: Region) -> None:
        for node in region.nodes:
            if node.op.name in _BY_ROW and node.operands[0] in self.names:
                self._reach(node)
            elif node.regions and not node.hidden:
                self._inside(node)

    def _reach(self, node: Node) -> None:
        self.seen[node.operands[0]] += 1
        items = join_key(node.attributes["key"], node.operands[_BY_ROW[node.op.name] :])
        axes = frozenset(_places(items, self._index))
        self.axes = axes if self.axes is None else self.axes & axes
        if node.op.name == "store":
            self.names.add(node.results[0])

    def _inside(self, node: Node) -> None:
        given = carried_operands(node)
        self.hands_on(given)
        for region in node.regions:
            pairs = zip(carried_parameters(node, region), given, strict=True)
            self.names.update(inner for inner, outer in pairs if outer in self.names)
            self.region(region)
        ends = zip(*(r.results for r in node.regions if not is_test(node, r)), strict=True)
        for result, each in zip(node.results, ends, strict=True):
            if any(operand in self.names for operand in each) and self.hands_on(each):
                self.names.add(result)


_BY_ROW = {"index": 1, "store": 2}
"""The ops that reach a row, and the number of the first operand that says which."""


def _places(items: Sequence[object], index: Value) -> Iterator[int]:
    """The axes of which an index takes the row of a trip."""
    for axis, item in enumerate(items):
        if item is index or (item is not None and item is index.dim):
            yield axis
        elif not isinstance(item, slice | Literal | Dim) and not _is_number(item):
            return


def _is_number(item: object) -> bool:
    """Whether an item of an index is a number of the run."""
    return isinstance(item, Value) and not isinstance(item.type, TensorType)
