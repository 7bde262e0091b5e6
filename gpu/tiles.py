"""Products of matrices that a kernel of tiles computes, with what is made of their elements.

The library is faster at products alone. But it writes each product to memory, from where a nest
reads it again: where products are short, that takes longer than they do. A kernel of tiles hands an
element on in a register.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import TypeAlias

from dslc.ir.dims import Dim, Size, substitute, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph, Node, Region, Value, type_of, values_in
from dslc.ir.nests.language import (
    Access,
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
from dslc.ir.nests.rewriting import Rewriting
from dslc.ir.nests.views import broadcast_indices
from dslc.ir.op import REGISTRY
from dslc.ir.ops.operands import HALVES
from dslc.ir.passes.prune_dead_nodes import prune_dead_nodes
from dslc.ir.reading import users_of
from dslc.ir.types import ScalarType, TensorType, default_dtype, shape_of

from .materialize import is_product, swaps_last

Shape: TypeAlias = tuple[Size, ...]

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
        taken = set[Node]()
        for node in region.nodes:
            inner = tuple(self.region(each) for each in node.regions)
            if self._is_tiled(node):
                user = self._user(node)
                if user is not None and user in region.nodes and user not in taken:
                    waiting[node.results[0]] = node
                    taken.add(user)
                else:
                    is_library_s = self._library and is_product(node)
                    nodes.append(node if is_library_s else self._alone(node))
            elif node.op is NEST:
                nodes.append(self._joined(node, waiting))
            else:
                nodes.append(replace(node, regions=inner) if inner else node)
        return replace(region, nodes=nodes)

    def _is_tiled(self, node: Node) -> bool:
        """Whether tiles may compute a product of matrices."""
        types = list(map(type_of, node.operands))
        if node.op.name != "matmul" or any(len(shape_of(each)) < 2 for each in types):
            return False
        if not is_product(node):
            return _is_of_halves(node)
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
        return user if isinstance(array, Array) and _axes_of(nest, array) is not None else None

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
        pairs = zip(values_in(node.operands), nest.operands, strict=True)
        arrays = {each: array for each, array in pairs if each is not value}
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


def _is_of_halves(node: Node) -> bool:
    """Whether a product is of arrays of one type of 16 bits, whose products are added in f32."""
    dtypes = {default_dtype(type_of(each)) for each in node.operands}
    result = default_dtype(node.results[0].type)
    return len(dtypes) == 1 and dtypes <= {*HALVES} and result in (*dtypes, BY_NAME["f32"])


def _axes_of(nest: Nest, product: Array) -> list[tuple[Loop, slice]] | None:
    """The loops of a nest, and the axes of a product that each goes along; None for any other nest.

    Each trip of all loops reads the element of its number, and there are no totals.
    """
    found: list[tuple[Loop, slice]] = []
    body, shape, first = nest.body, product.shape, 0
    while len(body) == 1 and isinstance(loop := body[0], Loop):
        last = first
        while last < len(shape) and prod(shape[first:last], start=1) != loop.extent:
            last += 1
        if prod(shape[first:last], start=1) != loop.extent:
            return None
        found.append((loop, slice(first, last)))
        body, first = loop.body, last
    if prod(shape[first:], start=1) != 1 or not all(isinstance(s, Let | Store) for s in body):
        return None
    place: Size = 0
    for loop, _ in found:
        place = place * loop.extent + loop.index
    loads = [load for s in body for load in getattr(s, "loads", ()) if load.array is product]
    mine = all(position(load.indices, product.shape) == place for load in loads)
    return found if mine else None


def _innermost(body: list[Statement]) -> list[Statement]:
    """The body of the last of loops that stand in each other alone."""
    return _innermost(body[0].body) if isinstance(body[0], Loop) else body


class _Apart(Rewriting):
    """Puts indices of all axes in place of those of loops."""

    def __init__(self, indices: Mapping[str, Size], axes: tuple[Dim, ...], shape: Shape) -> None:
        self._indices, self._axes, self._shape = indices, axes, shape

    def size(self, size: Size) -> Size:
        return substitute(size, self._indices)

    def access(self, access: Access) -> Access:
        array, counted = access
        indices = tuple(substitute(each, self._indices) for each in counted)
        if array.shape == self._shape and len(indices) < len(self._shape):
            own = position(self._axes, self._shape)
            return array, self._axes if position(indices, array.shape) == own else indices
        return array, indices


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
        """Loops over its elements with the product before the last; `arrays` gets its own."""
        reader, shape = Reader(), self._row.shape
        axes = [Loop(symbol(f"{reader.index()}·axis"), size) for size in shape]
        found = _axes_of(Nest((), (), (), body), self._row)
        assert found is not None
        indices = tuple(loop.index for loop in axes)
        apart = {str(o.index): position(indices[at], shape[at]) for o, at in found}
        (*outer, row, last) = axes
        last.body = _Apart(apart, indices, shape).body(_innermost(body))
        along, across = symbol(f"{row.index}·along"), symbol(f"{last.index}·across")
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
        at = (*before, row.index, across)
        product = Product(value, self._node, self._row, at, along, depth, across, last.extent)
        made: list[Statement] = [Loop(row.index, row.extent, [product, last])]
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
