"""`memory_budget=`: what the backward part of a gradient computes again, so that it keeps less."""

from __future__ import annotations

from collections.abc import Mapping

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.gradient.budget import AtSizes, Curve, curve_of
from dslc.ir.gradient.halves import Halves
from dslc.ir.graph import Graph
from dslc.ir.memory_plan import Planned
from dslc.ir.passes import optimize

from .devices import memory_plan


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
    """What a native call of a graph takes, by its sizes."""
    from dslc.cpu.memory import AT_CALL, extent

    plan = memory_plan(optimize(graph))

    def at(sizes: Mapping[str, int]) -> Planned:
        return plan.at(sizes, extent, AT_CALL)

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
