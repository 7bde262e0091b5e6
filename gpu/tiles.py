"""Products of matrices that a kernel of tiles computes, with what is made of their elements.

The library is faster at products alone. But it writes each product to memory, from where a nest reads
it again: where the products are short, that takes longer than the products themselves. A kernel of
tiles hands an element on in a register.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dslc.ir.dims import Dim, Size
from dslc.ir.graph import Graph, Node, Region, Value, type_of
from dslc.ir.nests.language import (
    Apply,
    Array,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Product,
    Statement,
    Store,
    position,
)
from dslc.ir.nests.node import NEST
from dslc.ir.nests.reader import Reader
from dslc.ir.nests.views import broadcast_indices
from dslc.ir.op import REGISTRY
from dslc.ir.passes.prune_dead_nodes import prune_dead_nodes
from dslc.ir.reading import users_of
from dslc.ir.types import ScalarType, TensorType, shape_of

from .materialize import is_product, swaps_last

SHORT = 64
"""Products up to this length take less time than memory takes for what they give: a GPU does some
20 operations in the time of a byte, of which a product takes two and its element eight."""


def with_tiles(graph: Graph, *, library: bool) -> Graph:
    """The graph with nests in place of products that kernels of tiles compute.

    Args:
        graph: whose products are nodes, and all else nests where it can be.
        library: whether there is one; else all products of matrices become nests.
    """
    return prune_dead_nodes(replace(graph, body=_Tiling(graph, library).region(graph.body)))


class _Tiling:
    """One walk of a graph."""

    def __init__(self, graph: Graph, library: bool) -> None:
        self._library = library
        self._users = users_of(graph)
        self._makers = {value: node for node in graph.walk() for value in node.results}

    def region(self, region: Region) -> Region:
        nodes: list[Node] = []
        waiting: dict[Value, Node] = {}
        for node in region.nodes:
            inner = tuple(self.region(each) for each in node.regions)
            node = replace(node, regions=inner) if inner else node
            if self._is_tiled(node):
                user = self._user(node)
                if user is not None and user in region.nodes:
                    waiting[node.results[0]] = node
                    continue
                node = node if self._library else self._alone(node)
            elif node.op is NEST:
                node = self._joined(node, waiting)
            nodes.append(node)
        return replace(region, nodes=nodes)

    def _is_tiled(self, node: Node) -> bool:
        """Whether tiles may compute a product of matrices."""
        types = list(map(type_of, node.operands))
        if not is_product(node) or any(len(shape_of(each)) < 2 for each in types):
            return False
        depth = shape_of(types[1])[-2]
        return not self._library or (isinstance(depth, int) and depth <= SHORT)

    def _user(self, node: Node) -> Node | None:
        """The only nest that reads a product, each element where it makes one of its own."""
        (result,) = node.results
        (user, *others) = self._users.get(result, [None])
        if user is None or user.op is not NEST or others:
            return None
        nest: Nest = user.attributes["nest"]
        array = nest.operands[user.operands.index(result)]
        return user if isinstance(array, Array) and _reads_its_place(nest, array) else None

    def _joined(self, node: Node, waiting: Mapping[Value, Node]) -> Node:
        """A nest with the product that it reads, if one waits for it."""
        found = [value for value in node.operands if value in waiting]
        if not found:
            return node
        (value,) = found
        assert isinstance(value, Value)
        nest: Nest = node.attributes["nest"]
        row = nest.operands[node.operands.index(value)]
        assert isinstance(row, Array)
        product = _Product(waiting[value], row, self._makers)
        given = [(v, a) for v, a in zip(node.operands, nest.operands, strict=True) if v is not value]
        arrays = {v: a for v, a in given}
        body = product.before(nest.body, arrays)
        whole = Nest(tuple(arrays.values()), nest.results, (row, *nest.rows), body)
        results = (*node.results[: len(nest.results)], value, *node.results[len(nest.results) :])
        operands = tuple(arrays)
        return Node(NEST, operands, {"nest": whole}, (), results, node.place)

    def _alone(self, node: Node) -> Node:
        """A product as a nest that copies its elements."""
        (result,) = node.results
        reader = Reader()
        row = Array(f"{result.hint or 'product'}_row", result.type.dtype, result.shape)  # type: ignore[union-attr]
        made = Array(result.hint or "product", row.dtype, row.shape)
        indices = tuple(reader.index() for _ in row.shape)
        body: list[Statement] = [Store(Load(row, indices), node, made, indices)]
        for index, extent in reversed(list(zip(indices, row.shape, strict=True))):
            body = [Loop(index, extent, body)]
        product = _Product(node, row, self._makers)
        arrays: dict[Value, Array | Local] = {}
        body = product.before(body, arrays)
        nest = Nest(tuple(arrays.values()), (made,), (row,), body)
        kept = Value(result.type, row.name)
        return Node(NEST, tuple(arrays), {"nest": nest}, (), (result, kept), node.place)


def _reads_its_place(nest: Nest, product: Array) -> bool:
    """Whether each trip of all loops of a nest reads the element of its number, and no total is."""
    loops: list[Loop] = []
    body = nest.body
    while len(body) == 1 and isinstance(body[0], Loop):
        loops.append(body[0])
        body = body[0].body
    if len(loops) != len(product.shape) or not all(isinstance(s, Let | Store) for s in body):
        return False
    if tuple(loop.extent for loop in loops) != product.shape:
        return False
    place: Size = 0
    for loop in loops:
        place = place * loop.extent + loop.index
    loads = (load for each in body for load in getattr(each, "loads", ()))
    mine = (load for load in loads if load.array is product)
    return all(position(load.indices, product.shape) == place for load in mine)


class _Product:
    """A product, in the loops of what is made of it.

    Args:
        node: the product.
        row: what holds a row of it.
        makers: the node that makes each value.
    """

    def __init__(self, node: Node, row: Array, makers: Mapping[Value, Node]) -> None:
        self._node, self._row, self._makers = node, row, makers

    def before(self, body: list[Statement], arrays: dict[Value, Array | Local]) -> list[Statement]:
        """Loops over its elements with the product before the last of them; `arrays` gets its own."""
        reader = Reader()
        chain: list[Loop] = []
        while len(chain) < len(self._row.shape):
            (loop,) = body
            assert isinstance(loop, Loop)
            chain.append(loop)
            body = loop.body
        (*outer, row, last) = chain
        along, across = reader.index(), reader.index()
        before = tuple(loop.index for loop in outer)
        left, right = self._node.operands
        factors = (
            self._factor(left, before, (row.index, along), arrays),
            self._factor(right, before, (along, across), arrays),
        )
        types = type_of(left), type_of(right)
        depth = shape_of(types[1])[-2]
        scalar = ScalarType(self._row.dtype)
        value = Apply(REGISTRY["multiply"], factors, {}, types, scalar)
        indices = (*before, row.index, across)
        args = (value, self._node, self._row, indices, along, depth, across, last.extent)
        made: list[Statement] = [Loop(row.index, row.extent, [Product(*args), last])]
        for loop in reversed(outer):
            made = [Loop(loop.index, loop.extent, made)]
        return made

    def _factor(
        self,
        operand: object,
        outer: tuple[Dim, ...],
        own: tuple[Dim, Dim],
        arrays: dict[Value, Array | Local],
    ) -> Load:
        """An element of a matrix of a stack, or of the one that it is the transposed of."""
        assert isinstance(operand, Value)
        maker = self._makers.get(operand)
        if maker is not None and maker.op.name == "transpose":
            source = maker.operands[0]
            if isinstance(source, Value) and swaps_last(maker.attributes["axes"]):
                operand, own = source, (own[1], own[0])
        assert isinstance(operand.type, TensorType)
        if operand not in arrays:
            arrays[operand] = Array(operand.hint or "value", operand.type.dtype, operand.shape)
        array = arrays[operand]
        assert isinstance(array, Array)
        before = broadcast_indices(outer, array.shape[:-2], self._row.shape[:-2])
        return Load(array, (*before, *own))

