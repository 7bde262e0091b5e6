"""Stretched arrays that something needs as arrays of their own become nests that copy elements.

The library reads transposed matrices in place, so those that it alone reads stay views.
"""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.facts import Facts
from dslc.ir.graph import Graph, Node, Region, Value, type_of, values_in
from dslc.ir.nests.language import Nest, Store
from dslc.ir.nests.lower import is_lowered, lower
from dslc.ir.nests.node import NEST
from dslc.ir.nests.reach import writes
from dslc.ir.nests.reader import Reader, Space
from dslc.ir.nests.views import view_of
from dslc.ir.op import Effects
from dslc.ir.path_facts import PathFacts
from dslc.ir.types import TensorType
from dslc.ir.value_names import wished_name

KEPT = ("matmul", "copy", "zeros", "ones", "full", "zeros_like", "ones_like", "full_like")
"""What the library or procedures compute, though loops could."""

COPIED = ("broadcast_to",)
"""The views that a nest copies; all others only have another shape, or procedures copy them."""


def materialize(graph: Graph) -> Graph:
    """The graph with nests in place of its views."""
    return replace(graph, body=_region(graph.body, PathFacts(graph), read_in_place(graph)))


def read_in_place(graph: Graph) -> set[Value]:
    """The transposed matrices that nothing but the library reads."""
    made = {
        node.results[0]
        for node in graph.walk()
        if node.op.name == "transpose" and swaps_last(node.attributes["axes"])
    }
    for node in graph.walk():
        if not is_product(node):
            made.difference_update(node.operands)
        for region in node.regions:
            made.difference_update(region.results)
    return made.difference(graph.results)


def swaps_last(axes: tuple[int, ...]) -> bool:
    """Whether matrices are transposed."""
    rank = len(axes)
    return rank > 1 and axes == (*range(rank - 2), rank - 1, rank - 2)


def is_product(node: Node) -> bool:
    """Whether the library computes a node: a product of matrices or vectors of one float type."""
    if node.op.name != "matmul":
        return False
    types = list(map(type_of, node.operands))
    arrays = [each for each in types if isinstance(each, TensorType)]
    names = {each.dtype.name for each in arrays}
    return len(arrays) == 2 and len(names) == 1 and names <= {"float32", "float64"}


def _region(region: Region, known: PathFacts, kept: set[Value]) -> Region:
    nodes: list[Node] = []
    for node in region.nodes:
        inner: list[Region] = []
        for each in node.regions:
            with known.inside(node, each):
                inner.append(_region(each, known, kept))
        nest = None if kept.intersection(node.results) else _nest(node, known.facts)
        nodes.append(nest or (replace(node, regions=tuple(inner)) if inner else node))
        known.after(node)
    return replace(region, nodes=nodes)


def _nest(node: Node, facts: Facts) -> Node | None:
    """A nest that copies the elements of a view, or computes what fusion has left alone."""
    if node.op.name not in KEPT and node.effects is Effects.NONE and is_lowered(node):
        return _lowered(node)
    if node.op.name not in COPIED or node.effects is not Effects.NONE:
        return None
    places, source = view_of(node, facts), node.operands[0]
    if places is None or not isinstance(source, Value):
        return None
    reader, result = Reader(), node.results[0]
    reader.name(source, source.hint)
    reader.name(result, wished_name(node, result))
    space = Space(reader, result.shape)
    found = places(space.indices)
    if found is None:
        return None
    array = reader.array(result)
    store = Store(reader.read(source, found), node, array, space.indices)
    nest = Nest((reader.array(source),), (array,), (), space.around([store]))
    return Node(NEST, (source,), {"nest": nest}, (), (result,), node.place)


def _lowered(node: Node) -> Node | None:
    """A node as a nest by itself, unless that needs more arrays than its result.

    Masks are, whose true elements fusion counts.
    """
    reader, (result,) = Reader(), node.results
    for value in values_in(node.operands):
        reader.name(value, value.hint)
    body = lower(node, reader)
    array = reader.array(result)
    if any(written is not array for written, _ in writes(body)):
        return None
    given = [v for v in dict.fromkeys(values_in(node.operands)) if v in reader.arrays]
    nest = Nest(tuple(reader.arrays[value] for value in given), (array,), (), body)
    return Node(NEST, tuple(given), {"nest": nest}, (), (result,), node.place)
