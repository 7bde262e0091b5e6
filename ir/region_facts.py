"""What holds of sizes where a region begins: it follows from the node that owns the region."""

from __future__ import annotations

from collections.abc import Iterable

from .comparison import Comparison
from .facts import Facts, NeverHolds
from .graph import Node, Region
from .indices import index_facts
from .structure import index_parameter, leading_operands


def learn(facts: Facts, known: Iterable[Comparison]) -> None:
    """Take what holds in a region as true; what never does is of a region that never runs."""
    for comparison in known:
        try:
            facts.learn(comparison)
        except NeverHolds:
            continue


def known_in(node: Node, region: Region) -> list[Comparison]:
    """What holds at the start of a region."""
    found: list[Comparison] = []
    for index in index_parameter(node, region):
        if index.dim is not None:
            found += index_facts(index.dim, leading_operands(node))
    return found
