"""In which order the factors of a product of matrices, or of an `einsum`, are multiplied.

Any order gives the same of integers, whose sums wrap, and of real numbers. Which one is the best
follows from the sizes; one that only the run knows is taken for `ANY`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from .contractions import Contraction
from .dims import Dim, Size, evaluate
from .expansion import Sketch
from .graph import Graph, Node, Operand, Region, Value, type_of, values_in
from .matrix_chains import Tree, best_chain, chain_cost, is_of_matrices, matrix_shape, multiplied
from .op import RuleError
from .ops.einsum import Labels, parse
from .path_facts import checked_at_call
from .rebuild import Instead, rebuild
from .remarks import remark
from .traced import Traced, untraced
from .types import TensorType
from .value_names import wished_name
from .verify_types import dims_of

ANY = 1000
"""What a size is taken for that only the run knows, as in the report of `build`."""

MOST_FACTORS = 6
"""Factors of an `einsum` of which all orders are tried."""


def reorder(graph: Graph, may_be: Callable[[np.dtype], bool]) -> Graph:
    """The graph with each product of three and more factors in an order that takes the least.

    Args:
        graph: the graph.
        may_be: whether products of a dtype may be in another order.
    """
    if not any(node.op.name in ("matmul", "einsum") for node in graph.walk()):
        return graph
    return rebuild(graph, _Ordering(graph, may_be).node)


class _Ordering:
    """One walk over a graph."""

    def __init__(self, graph: Graph, may_be: Callable[[np.dtype], bool]) -> None:
        self._facts = checked_at_call(graph)
        self._may_be = may_be
        self._uses = Counter(_read(graph.body))
        self._made: dict[Value, Node] = {}
        self._regions: dict[Value, int] = {}
        self._taken = {*graph.symbols, *dims_of([v for n in graph.walk() for v in n.results])}
        self._number(graph.body)

    def _number(self, region: Region) -> None:
        for node in region.nodes:
            self._regions.update(dict.fromkeys(node.results, id(region)))
            for inner in node.regions:
                self._number(inner)

    def node(self, node: Node) -> Node | Instead:
        """A node, or those that give the same with less."""
        self._made.update(dict.fromkeys(node.results, node))
        if node.op.name == "matmul":
            found = self._of_matrices(node)
        elif node.op.name == "einsum":
            found = self._of_einsum(node)
        else:
            return node
        if found is None:
            return node
        remark(f"the factors of `{node.op.name}` are multiplied in another order", node.place)
        for new in found.nodes:
            self._made.update(dict.fromkeys(new.results, new))
            self._uses.update(values_in(new.operands))
            self._regions[new.results[0]] = self._regions[node.results[0]]
        return found

    # --- matrices ---------------------------------------------------------------------------------

    def _of_matrices(self, node: Node) -> Instead | None:
        factors: list[Operand] = []
        tree = self._tree(node, factors)
        if len(factors) < 3 or not self._are_alike(factors):
            return None
        shapes = [matrix_shape(factor, n == 0) for n, factor in enumerate(factors)]
        sizes = [_number(rows) for rows, _ in shapes] + [_number(shapes[-1][1])]
        best = best_chain(sizes)
        if chain_cost(best, sizes) >= chain_cost(tree, sizes):
            return None
        return self._written(node, lambda: multiplied(best, [Traced(f) for f in factors]))

    def _tree(self, node: Node, factors: list[Operand]) -> Tree:
        """How a product is put together now; `factors` takes what it is made of."""

        def part(operand: Operand) -> Tree:
            made = self._made.get(operand) if isinstance(operand, Value) else None
            if made is not None and is_of_matrices(made) and self._is_inner(made, node):
                return self._tree(made, factors)
            factors.append(operand)
            return len(factors) - 1

        if not is_of_matrices(node):
            factors.extend(node.operands)
            return 0, 1
        return part(node.operands[0]), part(node.operands[1])

    def _is_inner(self, made: Node, node: Node) -> bool:
        """Whether a product is only a factor of another one, beside it."""
        (value,), (result,) = made.results, node.results
        return self._uses[value] == 1 and self._regions.get(value) == self._regions.get(result)

    def _are_alike(self, factors: Sequence[Operand]) -> bool:
        dtypes = {type_.dtype for type_ in map(type_of, factors) if isinstance(type_, TensorType)}
        return len(dtypes) == 1 and all(map(self._may_be, dtypes))

    # --- einsum -----------------------------------------------------------------------------------

    def _of_einsum(self, node: Node) -> Instead | None:
        factors = node.operands
        if not 2 < len(factors) <= MOST_FACTORS or not self._are_alike(factors):
            return None
        ranks = [len(_shape(factor)) for factor in factors]
        inputs, output = parse(node.attributes["subscripts"], ranks)
        sizes = _label_sizes(inputs, factors)
        if sizes is None:
            return None
        product = Contraction(tuple(inputs), output, sizes)
        best = product.best()
        if product.cost(best) >= product.cost(product.from_the_left()):
            return None
        return self._written(node, lambda: product.written(best, [Traced(f) for f in factors]))

    # --- writing ----------------------------------------------------------------------------------

    def _written(self, node: Node, product: Callable[[], Traced]) -> Instead | None:
        sketch = Sketch(self._facts, replace(node.place, line=0), self._taken)
        with sketch.open():
            try:
                made = untraced(product())
            except RuleError:
                return None
        nodes = sketch.graph.body.nodes
        same = isinstance(made, Value) and made.type == node.results[0].type
        if not same or any(new.effects or new.hidden for new in nodes):
            return None
        for new in nodes[:-1]:
            new.results[-1].hint = f"{wished_name(node, node.results[0])}_{new.op.name}"
        return Instead([*nodes[:-1], replace(nodes[-1], place=node.place)], (made,))


def _read(region: Region) -> Iterator[Value]:
    """All that is read in a region, as often as it is."""
    yield from values_in(region.results)
    for node in region.nodes:
        yield from values_in(node.operands)
        for inner in node.regions:
            yield from _read(inner)


def _shape(operand: Operand) -> tuple[Size, ...]:
    type_ = type_of(operand)
    return type_.shape if isinstance(type_, TensorType) else ()


def _number(size: Size) -> int:
    if not isinstance(size, Dim):
        return size
    return max(1, evaluate(size, dict.fromkeys(size.names, ANY)))


def _label_sizes(
    inputs: Sequence[Labels], factors: Sequence[Operand]
) -> dict[str | int, int] | None:
    """The size of each label; None where one has several, or stands for the axes of `...`."""
    found: dict[str | int, Size] = {}
    for labels, factor in zip(inputs, factors, strict=True):
        for label, size in zip(labels, _shape(factor), strict=True):
            if isinstance(label, int) or found.setdefault(label, size) != size:
                return None
    return {label: _number(size) for label, size in found.items()}
