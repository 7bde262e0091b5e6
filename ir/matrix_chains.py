"""Chains of matrices, and the order in which multiplying them takes the least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from .dims import Size
from .graph import Node, Operand, type_of
from .traced import Traced
from .types import shape_of

Tree: TypeAlias = "int | tuple[Tree, Tree]"
"""A factor by its number, or the product of two."""


def is_of_matrices(node: Node) -> bool:
    """Whether a product has two axes, or one that a vector at one end leaves."""
    ranks = [len(shape_of(type_of(operand))) for operand in node.operands]
    return node.op.name == "matmul" and ranks in ([2, 2], [1, 2], [2, 1])


def matrix_shape(operand: Operand, first: bool) -> tuple[Size, Size]:
    """The shape of a factor, where a vector is a row at the beginning and a column at the end."""
    shape = shape_of(type_of(operand))
    if len(shape) == 1:
        return (1, shape[0]) if first else (shape[0], 1)
    return shape[0], shape[1]


def best_chain(sizes: Sequence[int]) -> Tree:
    """The order of a chain of matrices with the least multiplications.

    After Cormen, Leiserson, Rivest and Stein, 2009, "Introduction to algorithms", section 15.2.
    """
    count = len(sizes) - 1
    best: dict[tuple[int, int], tuple[int, Tree]] = {(n, n): (0, n) for n in range(count)}
    for length in range(2, count + 1):
        for start in range(count - length + 1):
            end = start + length - 1
            ways = []
            for cut in range(start, end):
                (one, left), (other, right) = best[start, cut], best[cut + 1, end]
                own = sizes[start] * sizes[cut + 1] * sizes[end + 1]
                ways.append((one + other + own, (left, right)))
            best[start, end] = min(ways, key=lambda way: way[0])
    return best[0, count - 1][1]


def chain_cost(tree: Tree, sizes: Sequence[int]) -> int:
    """The multiplications of a chain in an order."""

    def walk(tree: Tree) -> tuple[int, int, int]:
        if isinstance(tree, int):
            return 0, tree, tree + 1
        (one, start, middle), (other, _, end) = map(walk, tree)
        return one + other + sizes[start] * sizes[middle] * sizes[end], start, end

    return walk(tree)[0]


def multiplied(tree: Tree, factors: Sequence[Traced]) -> Traced:
    """The product of matrices in an order."""
    if isinstance(tree, int):
        return factors[tree]
    left, right = (multiplied(each, factors) for each in tree)
    operands: tuple[Any, Any] = (left, right)
    found: Any = np.matmul(*operands)
    assert isinstance(found, Traced)
    return found
