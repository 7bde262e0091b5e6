"""Minimum cuts of networks, by maximum flows.

See E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power
estimation, Soviet Mathematics Doklady 11 (1970).
"""

from __future__ import annotations

from collections import deque

UNLIMITED = 2**200
"""A capacity that no minimum cut has: more than all others together."""


class Network:
    """A directed network whose edges have capacities, integers of any size.

    Args:
        count: how many places it has; they are called by their numbers.
    """

    def __init__(self, count: int) -> None:
        self._edges: list[list[int]] = [[] for _ in range(count)]
        self._ends: list[int] = []
        self._left: list[int] = []  # of each edge, and behind it of the one back

    def connect(self, one: int, other: int, capacity: int) -> None:
        """An edge from one place to another."""
        for start, end, left in ((one, other, capacity), (other, one, 0)):
            self._edges[start].append(len(self._ends))
            self._ends.append(end)
            self._left.append(left)

    def minimum_cut(self, source: int, sink: int) -> set[int]:
        """The places on the source's side of a minimum cut, as many as can be.

        The edges that leave them are the cut. What flowed before stays, so ask once.
        """
        while True:
            levels = self._levels(source)
            if levels[sink] < 0:
                return self._before(sink)
            self._block(source, sink, levels)

    def _levels(self, source: int) -> list[int]:
        """How many edges away each place is, -1 where nothing more can flow to it."""
        levels = [-1] * len(self._edges)
        levels[source] = 0
        found = deque([source])
        while found:
            place = found.popleft()
            for edge in self._edges[place]:
                end = self._ends[edge]
                if self._left[edge] and levels[end] < 0:
                    levels[end] = levels[place] + 1
                    found.append(end)
        return levels

    def _block(self, source: int, sink: int, levels: list[int]) -> None:
        """Let flow what can along shortest ways."""
        following = [0] * len(self._edges)
        way: list[int] = []
        place = source
        while True:
            if place == sink:
                least = min(self._left[edge] for edge in way)
                for edge in way:
                    self._left[edge] -= least
                    self._left[edge ^ 1] += least
                way, place = [], source
                continue
            edges = self._edges[place]
            while following[place] < len(edges):
                edge = edges[following[place]]
                if self._left[edge] and levels[self._ends[edge]] == levels[place] + 1:
                    break
                following[place] += 1
            if following[place] < len(edges):
                way.append(edges[following[place]])
                place = self._ends[way[-1]]
            elif way:
                place = self._ends[way.pop() ^ 1]
                following[place] += 1
            else:
                return

    def _before(self, sink: int) -> set[int]:
        """The places from which nothing more can flow to the sink."""
        reaching, found = {sink}, deque([sink])
        while found:
            for edge in self._edges[found.popleft()]:
                start = self._ends[edge]
                if self._left[edge ^ 1] and start not in reaching:
                    reaching.add(start)
                    found.append(start)
        return set(range(len(self._edges))) - reaching
