"""How long a graph takes, estimated: the one cost model that the report states.

A node or a nest takes as long as what it moves, or as what it computes, whichever is longer. Op by
op each node is a call of NumPy besides. Every region runs once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from dslc.ir.dims import Dim, Size, evaluate
from dslc.ir.graph import Graph, Node, Region, type_of
from dslc.ir.op import Op
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType

from .language import Apply, Loop, Nest, Product, Statement, parts, statements
from .node import NEST
from .segments import Segment
from .stepping import ENDLESS
from .traffic import node_traffic

BYTES, OPERATIONS, OF_PRODUCTS = 10e9, 4e9, 40e9
"""Moved and done in a second on one thread: bytes, operations on elements, those of products."""

CALL = 1e-6
"""Seconds that a call of NumPy takes besides."""

ENTRY = 2e-6
"""Seconds that a call of native code takes besides."""

COMPILER, STATEMENT = 0.2, 0.01
"""Seconds that the compiler takes to begin, and for each statement and node."""

SOME = 16
"""Trips of a loop that nothing but a `while` ends."""

SIZE = 1000
"""What sizes are in estimates that only a call knows."""

CHEAP, DEAR = 1, 20
"""Operations of an op on an element: of arithmetic, and of what no processor has."""

Sizes = Mapping[str, int]


def seconds_by_op(graph: Graph, sizes: Sizes) -> float:
    """The time of a graph without nests, node by node."""
    return sum(CALL + _seconds(node, sizes) for node in _nodes(graph.body))


def seconds_compiled(graph: Graph, sizes: Sizes) -> float:
    """The time of a graph of nests as native code."""
    return ENTRY + sum(_seconds(node, sizes) for node in _nodes(graph.body))


def seconds_to_compile(graph: Graph) -> float:
    """The time that a compiler takes for a graph of nests and those that it calls."""
    nodes = [node for each in (graph, *graph.callees()) for node in each.walk()]
    bodies = [node.attributes["nest"].body for node in nodes if node.op is NEST]
    written = sum(1 for body in bodies for _ in statements(body))
    return COMPILER + STATEMENT * (len(nodes) + written)


def operations(graph: Graph, sizes: Sizes) -> int:
    """The operations on elements that a graph does, those of products too."""
    return sum(sum(_done(node, sizes)) for node in _nodes(graph.body))


def _nodes(region: Region) -> Iterator[Node]:
    return (node for node in region.walk() if node.op.name not in STRUCTURED)


def _seconds(node: Node, sizes: Sizes) -> float:
    plain, of_products = _done(node, sizes)
    moved = _number(node_traffic(node), sizes)
    return max(moved / BYTES, plain / OPERATIONS + of_products / OF_PRODUCTS)


def _done(node: Node, sizes: Sizes) -> tuple[int, int]:
    """The operations of a node, and those of products of matrices in it."""
    if node.op is NEST:
        nest: Nest = node.attributes["nest"]
        return _of_body(nest.body, 1, sizes)
    if node.op.name == "matmul":
        left = type_of(node.operands[0])
        depth = left.shape[-1] if isinstance(left, TensorType) else 1
        return 0, 2 * _number(depth, sizes) * _elements(node.results[0].type, sizes)
    every = [type_of(each) for each in (*node.operands, *node.results)]
    return weight(node.op) * max((_elements(type_, sizes) for type_ in every), default=0), 0


def _of_body(body: list[Statement], trips: int, sizes: Sizes) -> tuple[int, int]:
    plain = of_products = 0
    for each in body:
        if isinstance(each, Loop):
            extent = SOME if each.extent == ENDLESS else _number(each.extent, sizes)
            # The segments of a loop around have all trips together.
            around = 1 if isinstance(each, Segment) else trips
            inner = _of_body(each.body, around * extent, sizes)
            plain, of_products = plain + inner[0], of_products + inner[1]
        elif isinstance(each, Product):
            of_products += 2 * trips * _number(each.depth * each.width, sizes)
        else:
            found = [part for value in each.expressions() for part in parts(value)]
            weights = (weight(part.op) for part in found if isinstance(part, Apply))
            plain += trips * max(CHEAP, sum(weights))
    return plain, of_products


def weight(op: Op) -> int:
    """The operations of an op on an element."""
    return DEAR if op.ulp >= 1 else CHEAP


def _elements(type_: object, sizes: Sizes) -> int:
    return _number(prod(type_.shape), sizes) if isinstance(type_, TensorType) else 1


def _number(size: Size, sizes: Sizes) -> int:
    """A size, where those that only the run knows are as the others."""
    if not isinstance(size, Dim):
        return size
    return max(0, _evaluated(size, {name: sizes.get(name, 1) for name in size.names}))


def _evaluated(size: Dim, sizes: Sizes) -> int:
    """A size as a number; 0 where it is divided by 0."""
    try:
        return evaluate(size, sizes)
    except ZeroDivisionError:
        return 0


# --- choices --------------------------------------------------------------------------------------


def estimated(size: Size) -> int:
    """A number of bytes or operations where every size is `SIZE`; fewer than none stay so."""
    return _evaluated(size, dict.fromkeys(size.names, SIZE)) if isinstance(size, Dim) else size


def is_worth(moved: int, done: int) -> bool:
    """Whether moving so many bytes takes longer than doing so many operations on elements."""
    return moved / BYTES > done / OPERATIONS
