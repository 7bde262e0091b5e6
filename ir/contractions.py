"""The factors of an `einsum`, and the order in which multiplying them in pairs takes the least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from .matrix_chains import Tree
from .ops.einsum import Labels
from .traced import Traced


@dataclass(frozen=True, slots=True)
class Contraction:
    """Factors that are multiplied, and summed over the labels that the result has not.

    Attributes:
        inputs: the labels of the axes of each factor; letters.
        output: those of the result.
        sizes: of each label.
    """

    inputs: tuple[Labels, ...]
    output: Labels
    sizes: Mapping[str | int, int]

    def from_the_left(self) -> Tree:
        """The order in which `einsum` multiplies."""
        tree: Tree = 0
        for number in range(1, len(self.inputs)):
            tree = tree, number
        return tree

    def labels(self, tree: Tree) -> Labels:
        """The axes of what is multiplied so far: those that something else needs."""
        if isinstance(tree, int):
            return self.inputs[tree]
        inside = set(_factors(tree))
        if len(inside) == len(self.inputs):
            return self.output
        outside = (each for n, each in enumerate(self.inputs) if n not in inside)
        needed = {*self.output, *(label for labels in outside for label in labels)}
        return tuple(label for label in self._every(tree) if label in needed)

    def _every(self, tree: tuple[Tree, Tree]) -> Labels:
        """The labels of both factors of a product."""
        one, other = map(self.labels, tree)
        return tuple(dict.fromkeys((*one, *other)))

    def cost(self, tree: Tree) -> int:
        """The multiplications that an order takes."""
        if isinstance(tree, int):
            return 0
        own = prod(self.sizes[label] for label in self._every(tree))
        return own + sum(map(self.cost, tree))

    def best(self) -> Tree:
        """The first of the orders that take the least; all are tried."""
        return min(_orders(list(range(len(self.inputs)))), key=self.cost)

    def written(self, tree: Tree, factors: Sequence[Traced]) -> Traced:
        """The product in an order, an `einsum` for each pair."""
        if isinstance(tree, int):
            return factors[tree]
        terms = ("".join(map(str, self.labels(each))) for each in tree)
        text = f"{','.join(terms)}->{''.join(map(str, self.labels(tree)))}"
        operands: list[Any] = [self.written(each, factors) for each in tree]
        found: Any = np.einsum(text, *operands)
        assert isinstance(found, Traced)
        return found


def _factors(tree: Tree) -> Iterator[int]:
    if isinstance(tree, int):
        yield tree
    else:
        for each in tree:
            yield from _factors(each)


def _orders(trees: Sequence[Tree]) -> Iterator[Tree]:
    """All ways to make one product of several."""
    if len(trees) == 1:
        yield trees[0]
    for one, other in combinations(range(len(trees)), 2):
        rest = [tree for n, tree in enumerate(trees) if n not in (one, other)]
        yield from _orders([(trees[one], trees[other]), *rest])
