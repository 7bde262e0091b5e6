"""Whether what a graph says of sizes is so: watched while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.comparison import Comparison
from dslc.ir.dims import evaluate
from dslc.ir.graph import Graph, Node
from dslc.ir.region_facts import invariants_after, known_in
from dslc.ir.structure import is_loop
from dslc.ir.types import shape_of
from dslc.ir.watch import Watch


class ShapesHold(Watch):
    """Every array has the sizes of its type, and what holds in a region holds at each node there.

    Raises:
        AssertionError: what does not hold.
    """

    def __init__(self, graph: Graph) -> None:
        self._running: list[Mapping[str, int]] = []
        self._known: dict[int, list[Comparison]] = {}
        for each in (graph, *graph.callees()):
            for owner in each.walk():
                for region in owner.regions:
                    self._known |= {id(node): known_in(owner, region) for node in region.nodes}

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        """Check what is known where the node stands."""
        self._running.append(sizes)
        for comparison in self._known.get(id(node), ()):
            assert comparison.holds(sizes), f"{comparison} in `{node.place.text}`: {sizes}"

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        """Check the shapes of the results, and what is known of a loop's sizes."""
        bound = zip(node.results, results, strict=True)
        own = {str(value.dim): number for value, number in bound if value.dim is not None}
        sizes = {**self._running.pop(), **own}
        for value, result in zip(node.results, results, strict=True):
            if isinstance(result, np.ndarray):
                shape = tuple(evaluate(size, sizes) for size in shape_of(value.type))
                said = f"{value.type} in `{node.place.text}`: {result.shape}, {sizes}"
                assert shape == result.shape, said
        for comparison in invariants_after(node) if is_loop(node) else ():
            assert comparison.holds(sizes), f"{comparison} after `{node.place.text}`: {sizes}"
