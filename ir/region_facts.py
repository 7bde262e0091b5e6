"""What holds of sizes where a region begins: it follows from the node that owns the region."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .comparison import Comparison
from .dims import Dim, Size
from .facts import Facts, NeverHolds
from .graph import Node, Region
from .indices import Trips
from .structure import after_loop, index_parameter, leading_operands


def learn(facts: Facts, known: Iterable[Comparison]) -> bool:
    """Take what holds in a region as true; what never does is of a region that never runs.

    Returns:
        Whether any of it was news.
    """
    news = False
    for comparison in known:
        try:
            news |= facts.learn(comparison)
        except NeverHolds:
            facts.rule_out()
            news = True
    return news


def known_in(node: Node, region: Region) -> list[Comparison]:
    """What holds at the start of a region."""
    found: list[Comparison] = []
    trips = trips_of(node)
    if trips is not None:
        found += trips.facts()
    found += invariants_of(node)
    return found


def trips_of(node: Node) -> Trips | None:
    """The trips of a `for`."""
    indices = index_parameter(node, node.regions[-1]) if node.regions else ()
    dims = [index.dim for index in indices if index.dim is not None]
    return Trips.over(dims[0], leading_operands(node)) if dims else None


def invariants_of(node: Node) -> list[Comparison]:
    """What holds of the sizes that a loop carries, before every trip and after the last."""
    return [Comparison(*each) for each in node.attributes.get("invariants", ())]


def invariants_after(node: Node) -> list[Comparison]:
    """What holds of the sizes that a loop gives."""
    after = after_loop(node, node.regions[-1])
    return [each.substituted(after) for each in invariants_of(node)]


def joined_facts(
    dim: Dim,
    sizes: tuple[Size, Size],
    facts: tuple[Facts, Facts],
    in_scope: Callable[[Size], bool],
) -> list[Comparison]:
    """What holds of a size after two branches.

    Args:
        dim: stands for it.
        sizes: what it is in either branch.
        facts: what is known where either branch ends.
        in_scope: whether a size may be spoken of after them.
    """
    known = list(zip(sizes, facts, strict=True))
    bounds = [(*known_.bounds(size), size) for size, known_ in known]
    lows, highs = [low for low, _, _ in bounds], [high for _, high, _ in bounds]
    limits: list[Size] = [size for size in dict.fromkeys(sizes) if in_scope(size)]
    limits += [min(low for low in lows if low is not None)] if None not in lows else []
    limits += [max(high for high in highs if high is not None)] if None not in highs else []
    found: list[Comparison] = []
    for limit in dict.fromkeys(limits):
        if all(each.answer(Comparison("<=", size, limit)) for size, each in known):
            found.append(Comparison("<=", dim, limit))
        if all(each.answer(Comparison("<=", limit, size)) for size, each in known):
            found.append(Comparison("<=", limit, dim))
    return found
