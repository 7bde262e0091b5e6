"""Where the reference spends its time: seconds, nodes and bytes of every line of the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from .graph import Node
from .structure import STRUCTURED
from .watch import Watch


@dataclass(slots=True)
class Cost:
    """What a line of the source costs in one run.

    Attributes:
        file: the source.
        line: the line there, 0 where it is not known.
        statement: the first line of the statement.
        ops: the nodes that ran, by op, in the order in which they first did.
        seconds: the time of its nodes, without what they call or repeat.
        read: bytes of the operands of its nodes, as their types say.
        written: bytes of the results.
    """

    file: str
    line: int
    statement: str
    ops: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    read: int = 0
    written: int = 0

    @property
    def nodes(self) -> int:
        """How many nodes ran."""
        return sum(self.ops.values())


class Profile(Watch):
    """Times one run.

    Attributes:
        costs: by file, line and statement, in the order in which they first ran.
    """

    def __init__(self) -> None:
        self.costs: dict[tuple[str, int, str], Cost] = {}
        self._running: list[list[float]] = []  # when it began, what inner nodes took

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        cost = self._cost(node)
        cost.ops[node.op.name] = cost.ops.get(node.op.name, 0) + 1
        if node.op.name not in STRUCTURED:
            cost.read += sum(map(_bytes, operands))
        self._running.append([perf_counter(), 0.0])

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        begun, inner = self._running.pop()
        whole = perf_counter() - begun
        cost = self._cost(node)
        cost.seconds += whole - inner
        if node.op.name not in STRUCTURED:
            cost.written += sum(map(_bytes, results))
        if self._running:
            self._running[-1][1] += whole

    def _cost(self, node: Node) -> Cost:
        place = node.place
        key = place.file, place.source_line, place.text
        return self.costs.setdefault(key, Cost(*key))


def typical(profiles: Sequence[Profile]) -> list[Cost]:
    """The costs of several equal runs, the median of their seconds, the most expensive first."""
    first = profiles[0]
    costs = [
        replace(cost, seconds=median(p.costs[key].seconds for p in profiles if key in p.costs))
        for key, cost in first.costs.items()
    ]
    return sorted(costs, key=lambda cost: -cost.seconds)


def _bytes(value: Any) -> int:
    if isinstance(value, np.ndarray | np.generic):
        return value.nbytes
    return 1 if isinstance(value, bool) else 8
