"""Watching the evaluator: who is told of every node that runs, and hooks on named values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from .execution import UNSET
from .graph import Graph, Node, Region
from .place import Place
from .structure import STRUCTURED, is_loop
from .summary import summary
from .value_names import result_names


class Watch:
    """Is told of every node as it runs; may look at values, not change or keep the lists.

    Who keeps an array keeps it as it is: a later store into it works on a copy.
    """

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        """A node is about to run on these values; the sizes are those known there."""

    def enters(self, region: Region) -> None:
        """A region is about to run, the body of a loop once for each trip."""

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        """A node has run; a structured one after all that it runs."""


class Watches(Watch):
    """Several watches as one, told in order."""

    def __init__(self, watches: Iterable[Watch]) -> None:
        self._watches = tuple(watches)

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        for watch in self._watches:
            watch.begins(node, operands, sizes)

    def enters(self, region: Region) -> None:
        for watch in self._watches:
            watch.enters(region)

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        for watch in self._watches:
            watch.ends(node, results)


class Trips(Watch):
    """Counts the trips of the loops around what runs, from 0; a test is of the trip after it.

    Attributes:
        now: the number of the trip in each loop around, outermost first.
        lines: the source line of each of these loops.
    """

    def __init__(self) -> None:
        self._firsts: list[Region] = []  # what each trip begins with
        self.now: list[int] = []
        self.lines: list[int] = []

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        if is_loop(node):
            self._firsts.append(node.regions[0])
            self.now.append(-1)
            self.lines.append(node.place.source_line)

    def enters(self, region: Region) -> None:
        if self._firsts and region is self._firsts[-1]:
            self.now[-1] += 1

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        if is_loop(node):
            for stack in (self._firsts, self.now, self.lines):
                stack.pop()


# --- names --------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _own_names(node: Node) -> tuple[str, ...]:
    """The names of the results that are values of this node, not of nodes that it ran."""
    names = result_names(node)
    if node.op.name not in STRUCTURED:
        return names
    inner = {
        name for region in node.regions for each in region.walk() for name in result_names(each)
    }
    return tuple("" if name in inner else name for name in names)


# --- hooks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """A named value, just computed.

    Attributes:
        name: its name in the emitted text, which is the source's where the source has one.
        value: an array (not to be written to), a NumPy scalar or a Python number.
        node: what computed it.
        trips: the number of the trip in each loop around, from 0, outermost first.
    """

    name: str
    value: Any
    node: Node
    trips: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<{self.name} = {summary(self.value)}, line {self.line}>"

    @property
    def place(self) -> Place:
        """The statement."""
        return self.node.place

    @property
    def line(self) -> int:
        """The line in the source, 0 where it is not known."""
        return self.node.place.source_line

    @property
    def statement(self) -> str:
        """The first line of the statement."""
        return self.node.place.text


Where: TypeAlias = "int | str | None"
"""A line of the source, a name, or None for every value."""


class Hook(Watch):
    """Calls a function with each event at one place.

    A name that a branch or a loop gives back is told of where it was computed, not once more.
    """

    def __init__(self, where: Where, function: Callable[[Event], Any]) -> None:
        self._where = where
        self._function = function
        self._trips = Trips()

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        self._trips.begins(node, operands, sizes)

    def enters(self, region: Region) -> None:
        self._trips.enters(region)

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        self._trips.ends(node, results)
        for name, value in zip(_own_names(node), results[node.hidden :], strict=True):
            if name and value is not UNSET and is_at(self._where, name, node):
                self._function(Event(name, _read_only(value), node, tuple(self._trips.now)))


def is_at(where: Where, name: str, node: Node) -> bool:
    """Whether a value of this name, computed by this node, is meant."""
    return where is None or where in (name, node.place.source_line)


def _read_only(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    view = value.view()
    view.flags.writeable = False
    return view


def places(graph: Graph) -> list[tuple[int, str]]:
    """The lines and names that hooks on a graph can be at, in order, each pair once."""
    found = (
        (node.place.source_line, name)
        for each in (*graph.callees(), graph)
        for node in each.walk()
        for name in _own_names(node)
        if name
    )
    return list(dict.fromkeys(found))
