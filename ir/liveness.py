"""Liveness: where in a region each value is read for the last time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

from .graph import Graph, Node, Region, Value, values_in


@dataclass(frozen=True, slots=True)
class Step:
    """A node, and the values of its own region that end with it.

    `moved` are operands that nothing else reads: the node may take them over. `dropped` are values
    that only its regions still read, and results that nothing reads.
    """

    node: Node
    moved: tuple[Value, ...]
    dropped: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A region's nodes in order.

    `unread` are parameters that nothing reads, `moved` the results that the region itself defines.
    """

    unread: tuple[Value, ...]
    steps: tuple[Step, ...]
    moved: tuple[Value, ...]


Schedules: TypeAlias = dict[Region, Schedule]

_KEPT: WeakKeyDictionary[Graph, Schedules] = WeakKeyDictionary()


def schedules(graph: Graph) -> Schedules:
    """The schedule of every region of a finished graph; kept as long as the graph is."""
    found = _KEPT.get(graph)
    if found is None:
        found = {}
        _schedule(graph.body, found)
        _KEPT[graph] = found
    return found


def _schedule(region: Region, found: Schedules) -> tuple[Value, ...]:
    """Schedule a region and those inside it; returns what it captures."""
    captured = [_merged(_schedule(inner, found) for inner in node.regions) for node in region.nodes]
    own = set(region.parameters).union(*(node.results for node in region.nodes))
    read = dict.fromkeys(values_in(region.results))
    moved = tuple(value for value in read if value in own)
    steps = []
    for node, inside in zip(reversed(region.nodes), reversed(captured), strict=True):
        inner = set(inside)
        last = [v for v in _merged((values_in(node.operands),)) if v in own and v not in read]
        ended = [v for v in inside if v in own and v not in read]
        unread = [v for v in node.results if v not in read]
        steps.append(Step(node, tuple(v for v in last if v not in inner), (*ended, *unread)))
        read.update(dict.fromkeys((*values_in(node.operands), *inside)))
    unread_parameters = tuple(v for v in region.parameters if v not in read)
    found[region] = Schedule(unread_parameters, tuple(reversed(steps)), moved)
    return tuple(value for value in read if value not in own)


def _merged(groups: Iterable[Iterable[Value]]) -> tuple[Value, ...]:
    """The values of all groups, each once, in order."""
    return tuple(dict.fromkeys(value for group in groups for value in group))
