"""What a gradient keeps for its way back: `memory=` of loops, `memory_budget=` of all else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.gradient.budget import AtSizes, Curve, curve_of
from dslc.ir.gradient.halves import ASSUMED, Halves
from dslc.ir.gradient.snapshots import Bound, Limit
from dslc.ir.graph import Graph
from dslc.ir.memory_plan import Planned
from dslc.ir.passes import optimize
from dslc.ir.verify import trusted

from .devices import memory_plan

Memory: TypeAlias = int | str | None
"""How many states a loop may keep, a size such as "64 MB", "recompute" or "all"."""

_UNITS = {
    "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30,
}  # fmt: skip


class Budget:
    """Chooses from the curve of each joint graph that it is given.

    Args:
        share: of the memory that can be saved how much may be taken, 0 to 1.

    Attributes:
        curve: of the last joint graph.
    """

    def __init__(self, share: float) -> None:
        self.share = share
        self.curve: Curve | None = None

    def __call__(self, halves: Halves) -> Graph:
        """The joint graph that the budget allows.

        Raises:
            DslError: `device-unsupported` where its memory cannot be planned.
        """
        self.curve = curve_of(halves, planned)
        return self.curve.at(self.share).graph


def planned(graph: Graph) -> AtSizes:
    """What a native call of a graph takes, by its sizes; what only the run knows is assumed."""
    from dslc.cpu.memory import AT_CALL, AT_COMPILING, extent

    with trusted():
        plan = memory_plan(optimize(graph))
    steps = AT_CALL if plan.symbols else AT_COMPILING

    def at(sizes: Mapping[str, int]) -> Planned:
        return plan.at({**dict.fromkeys(plan.unknown, ASSUMED), **sizes}, extent, steps)

    return at


def checked_budget(share: float | None) -> float | None:
    """A budget that a user gives.

    Raises:
        DslError: `argument-mismatch`.
    """
    if share is None or (not isinstance(share, bool) and 0.0 <= share <= 1.0):
        return share
    message = f"`memory_budget` is {share!r}, not a share from 0.0 to 1.0"
    help_ = "0.0 takes the least memory and computes most again, 1.0 computes nothing again"
    raise DslError(Diagnostic("argument-mismatch", message, help=help_))


def checked_memory(memory: Memory) -> Limit:
    """What a user lets loops keep.

    Raises:
        DslError: `argument-mismatch`.
    """
    if memory is None or memory == "all":
        return None
    if memory == "recompute":
        return 1
    if isinstance(memory, str):
        sized = re.fullmatch(r"(\d+) ?([kKMG]?i?B)", memory)
        if sized is None or sized[2] not in _UNITS:
            message = f"`memory` is {memory!r}, which is no size"
            help_ = 'write "all", "recompute", a number of states, or a size as "64 MB"'
            raise DslError(Diagnostic("argument-mismatch", message, help=help_))
        return Bound(int(sized[1]) * _UNITS[sized[2]])
    if isinstance(memory, bool) or memory < 1:
        message = f"`memory` is {memory!r}, a loop keeps at least 1 state"
        raise DslError(Diagnostic("argument-mismatch", message, help="leave it out to keep all"))
    return memory
