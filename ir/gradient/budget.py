"""How much memory a gradient may take: the curve of memory against what is computed again.

Candidates are cuts of the joint graph (`cuts`). Whoever asks plans each of them; only those stay on
the curve that take less memory than all that compute less, for several assumed sizes. So a smaller
budget never takes more memory, by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dslc.ir.graph import Graph, Value
from dslc.ir.memory_plan import Planned
from dslc.ir.passes.order_for_memory import live_at_most

from .cuts import Cut, Cuts
from .halves import ASSUMED, Halves
from .recompute import recompute

MOST_PLANNED = 6
"""How many candidates are planned, at most."""

OTHERS = (32, 4096)
"""Sizes that are assumed besides, so that no choice is good for one size alone."""

AtSizes = Callable[[Mapping[str, int]], Planned]

Planner = Callable[[Graph], AtSizes]
"""Plans the memory of a graph, for any sizes of its symbols."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A point of the curve.

    Attributes:
        graph: the joint graph.
        cut: what is computed again in it.
        peak: the bytes that it takes for the assumed sizes.
        plan: its memory for any sizes.
    """

    graph: Graph
    cut: Cut
    peak: int
    plan: AtSizes


@dataclass(frozen=True, slots=True)
class Curve:
    """Memory against recomputation.

    Attributes:
        halves: of the joint graph that computes nothing again.
        choices: from what takes most memory and computes nothing again to what takes least.
    """

    halves: Halves
    choices: tuple[Choice, ...]

    def at(self, budget: float) -> Choice:
        """What computes least again of all that take so much of the memory, 0 to 1.

        A budget of 0 is the least memory that is on the curve, 1 the most.
        """
        most, least = self.choices[0].peak, self.choices[-1].peak
        return next(each for each in self.choices if each.peak <= least + budget * (most - least))

    def budget_of(self, choice: Choice) -> float:
        """The least budget that gives a choice."""
        most, least = self.choices[0].peak, self.choices[-1].peak
        return (choice.peak - least) / (most - least) if most > least else 1.0


def curve_of(halves: Halves, planner: Planner) -> Curve:
    """The curve of a joint graph."""
    plain, *others = Cuts(halves).all()
    cuts = [plain, *sorted(others, key=lambda cut: (cut.operations, cut.saved, cut.again))]
    choices: list[Choice] = []
    least: list[int] | None = None
    for cut, graph in _promising(halves, cuts):
        plan = planner(graph)
        peaks = _lower(plan, [*assumed(graph)], least)
        if peaks is not None:
            choices.append(Choice(graph, cut, peaks[0], plan))
            least = peaks
    return Curve(halves, tuple(choices))


def _lower(
    plan: AtSizes, sizes: Sequence[Mapping[str, int]], least: Sequence[int] | None
) -> list[int] | None:
    """The peaks for these sizes; None where the first is not below the least, or one is above."""
    peaks: list[int] = []
    for number, each in enumerate(sizes):
        peaks.append(plan(each).size)
        if least is not None and peaks[-1] >= least[number] + (number > 0):
            return None
    return peaks


def assumed(graph: Graph) -> Iterator[Mapping[str, int]]:
    """The sizes that are assumed: the same for all names, and in turn."""
    names = [*graph.symbols]
    yield dict.fromkeys(names, ASSUMED)
    for other in OTHERS if names else ():
        yield dict.fromkeys(names, other)
        for first in (0, 1) if len(names) > 1 else ():
            yield {name: (ASSUMED, other)[(n + first) % 2] for n, name in enumerate(names)}


def _promising(halves: Halves, cuts: Sequence[Cut]) -> list[tuple[Cut, Graph]]:
    """The cuts worth planning: none that computes less has less live, or keeps less."""
    found: list[tuple[Cut, Graph]] = []
    least = saved = -1
    for cut in cuts:
        graph = recompute(halves, cut.again)
        live = live_at_most(graph.body, ASSUMED)
        if not found or live < least or cut.saved < saved:
            found.append((cut, graph))
            least = live if len(found) == 1 else min(live, least)
            saved = cut.saved if len(found) == 1 else min(cut.saved, saved)
    step = max(1, -(-(len(found) - 1) // (MOST_PLANNED - 1)))
    return [found[0], *reversed(found[:0:-step])]


def kept_values(choice: Choice, halves: Halves) -> list[tuple[Value, str]]:
    """The arrays of the forward part that are kept for the backward part, each with the reason."""
    again, makers = set(choice.cut.again), halves.makers
    operands = [value for number in choice.cut.again for value in halves.reads[number]]
    found = dict.fromkeys((*halves.read, *operands))
    kept = [value for value in found if value in makers and makers[value] not in again]
    return [(value, _why(value, halves)) for value in kept]


def _why(value: Value, halves: Halves) -> str:
    """Why an array is kept."""
    if value in halves.given:
        return "a result, there anyway"
    maker = halves.makers[value]
    again = f"to compute it again takes {halves.operations(maker)} operations"
    return halves.why_kept(maker) or again
