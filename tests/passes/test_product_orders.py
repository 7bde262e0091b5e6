"""Products of several factors in another order: the best one, and of integers the same bits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.contractions import Contraction
from dslc.ir.dims import evaluate as number_of
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph, Node
from dslc.ir.matrix_chains import Tree, best_chain, chain_cost
from dslc.ir.passes import run_pass
from dslc.ir.passes.order_products import order_products
from dslc.ir.types import TensorType, shape_of
from dslc.ir.verify import verify

SIZES = {"n": 7, "m": 3}


def orders(first: int, last: int) -> list[Tree]:
    """All orders of a chain."""
    if first == last:
        return [first]
    return [
        (left, right)
        for cut in range(first, last)
        for left in orders(first, cut)
        for right in orders(cut + 1, last)
    ]


def test_no_order_of_a_chain_takes_less() -> None:
    random = np.random.default_rng(0)
    for count in range(1, 7):
        for _ in range(5):
            sizes = [int(size) for size in random.choice([1, 2, 3, 10, 1000], count + 1)]
            best = min(chain_cost(tree, sizes) for tree in orders(0, count - 1))
            assert chain_cost(best_chain(sizes), sizes) == best


def test_the_order_of_an_einsum_is_known() -> None:
    """A matrix for each of two axes of a third one: what is summed first is what is longest."""
    product = Contraction(
        (("i", "j"), ("k", "l"), ("j", "k")), ("i", "l"), {"i": 2, "j": 9, "k": 50, "l": 3}
    )
    assert product.from_the_left() == ((0, 1), 2)
    assert product.best() == (1, (0, 2)) or product.best() == ((0, 2), 1)
    assert product.cost(product.best()) == 2 * 9 * 50 + 2 * 50 * 3


def drawn(random: np.random.Generator, *, einsum: bool) -> tuple[Graph, int]:
    """A product of matrices, in some order, and how many factors it has."""
    named = [symbol("n"), symbol("m"), 1, 2, 40]
    count = int(random.integers(3, 6))
    sizes = [named[int(n)] for n in random.integers(0, len(named), count + 1)]
    shapes: list[tuple[Any, ...]] = [*pairwise(sizes)]
    if random.random() < 0.5:
        shapes[-1] = (sizes[-2],)
    dtype = BY_NAME[str(random.choice(["i64", "i32", "i8", "u16"]))]
    g = Builder("product", [(f"x{n}", TensorType(dtype, s)) for n, s in enumerate(shapes)])
    given: list[Any] = [*g.graph.parameters]
    if einsum:
        letters = "abcdefg"
        terms = [letters[n : n + len(shape)] for n, shape in enumerate(shapes)]
        kept = letters[0] + (letters[count] if len(shapes[-1]) == 2 else "")
        places = [int(n) for n in random.permutation(count)]
        text = f"{','.join(terms[n] for n in places)}->{kept}"
        given = [g.einsum(text, *(given[n] for n in places))]
    while len(given) > 1:
        at = int(random.integers(len(given) - 1))
        given[at : at + 2] = [g.matmul(given[at], given[at + 1])]
    return verify(g.finish(given)), count


def multiplications(graph: Graph) -> int:
    """Those that the products which are needed take."""
    makers = {value: node for node in graph.walk() for value in node.results}
    needed: list[Node] = [makers[value] for value in graph.results if value in makers]
    total = 0
    while needed:
        node = needed.pop()
        depth = shape_of(node.operands[0].type)[-1]  # type: ignore[union-attr]
        sizes = [*shape_of(node.results[0].type), depth]
        total += int(np.prod([number_of(size, {"n": 1000, "m": 1000}) for size in sizes]))
        needed += [makers[value] for value in node.operands if value in makers]
    return total


@pytest.mark.parametrize("einsum", [False, True])
def test_integers_keep_their_bits(einsum: bool) -> None:
    random = np.random.default_rng(einsum)
    changed = 0
    for _ in range(40):
        graph, _ = drawn(random, einsum=einsum)
        after = run_pass(order_products, graph)
        changed += after is not graph
        types = [p.type for p in graph.parameters]
        arrays = []
        for type_ in types:
            assert isinstance(type_, TensorType)
            shape = [number_of(size, SIZES) for size in type_.shape]
            limits = np.iinfo(type_.dtype)
            arrays.append(random.integers(limits.min, limits.max, shape, type_.dtype))
        (found,), (expected,) = (evaluate(each, arrays, SIZES) for each in (after, graph))
        assert (found.dtype, found.tobytes()) == (expected.dtype, expected.tobytes())
        if not einsum:
            assert multiplications(after) <= multiplications(graph)
    assert changed > 10
