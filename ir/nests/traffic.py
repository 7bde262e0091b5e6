"""Bytes that the nodes of a graph move between memory and the processor.

A node reads each of its arrays and writes its results. A nest reads what each of its outermost
loops reaches of its operands once, however often a trip comes back to it, and writes its results;
its rows stay near the processor. `reshape` and its like move nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.graph import Graph, Node, Operand, Region, type_of
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType
from dslc.ir.watch import Watch

from .language import Array, Local, Loop, Nest, Statement, plain_statements
from .node import NEST
from .run import reached_bytes
from .segments import offsets_in

_VIEWS = ("broadcast_to", "depend", "divided", "expand_dims", "reshape", "squeeze", "within")
"""Ops that move nothing, or look at little."""


_COPIES = ("copy", "diagonal", "index", "take", "take_along_axis", "transpose")
"""Ops that read no more of their first operand than they give."""


class Traffic(Watch):
    """Counts the bytes that are moved while a graph is evaluated.

    Attributes:
        moved: how many.
    """

    def __init__(self) -> None:
        self.moved = 0

    def begins(self, node: Node, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        if node.op is NEST:
            self.moved += reached_bytes(node.attributes["nest"], operands, sizes)
        elif _moves(node):
            read = operands[node.op.name in _COPIES :]
            self.moved += sum(each.nbytes for each in read if isinstance(each, np.ndarray))

    def ends(self, node: Node, results: Sequence[Any]) -> None:
        if node.op is not NEST and _moves(node):
            moved = sum(each.nbytes for each in results if isinstance(each, np.ndarray))
            self.moved += moved * (1 + (node.op.name in _COPIES))


def traffic(graph: Graph) -> Size:
    """The bytes that a graph moves, by its sizes: each region runs once, calls not at all."""
    return sum(_of_region(graph.body), start=0)


def _of_region(region: Region) -> Iterator[Size]:
    for node in region.nodes:
        yield node_traffic(node)
        for inner in node.regions:
            yield from _of_region(inner)


def node_traffic(node: Node) -> Size:
    """The bytes that a node moves, without its regions."""
    return nest_traffic(node.attributes["nest"])[0] if node.op is NEST else _of_node(node)


def _moves(node: Node) -> bool:
    return node.op.name not in STRUCTURED and node.op.name not in _VIEWS


def _of_node(node: Node) -> Size:
    """What a node by itself reads and writes."""
    if not _moves(node):
        return 0
    copies = node.op.name in _COPIES
    read = node.operands[1:] if copies else node.operands
    moved: Size = sum(map(bytes_of_operand, (*read, *node.results)), start=0)
    return moved + sum(map(bytes_of_operand, node.results)) if copies else moved


def bytes_of_operand(operand: Operand) -> Size:
    """The bytes of an array; 0 for anything else."""
    type_ = type_of(operand)
    return _size(type_.dtype, type_.shape) if isinstance(type_, TensorType) else 0


def _size(dtype: np.dtype, shape: Sequence[Size]) -> Size:
    size: Size = dtype.itemsize
    for each in shape:
        size = size * each
    return size


def nest_traffic(nest: Nest) -> tuple[Size, Size]:
    """The bytes that a nest moves at most, and the least that it could.

    All of each array that an outermost loop reads, and the results; at the least each array once.
    """
    given = set(nest.operands)
    reads = [arrays_read(each) & given for each in nest.body]
    written = sum((bytes_held(each) for each in nest.results), start=0)
    moved = sum((bytes_held(each) for read in reads for each in read), start=0)
    once = sum((bytes_held(each) for each in set[Array | Local]().union(*reads)), start=0)
    return moved + written, once + written


def arrays_read(statement: Statement) -> set[Array | Local]:
    """The arrays that a statement and all in it read."""
    offsets = offsets_in(statement) if isinstance(statement, Loop) else ()
    loads = (load for plain in plain_statements([statement]) for load in plain.loads)
    return {*offsets, *(load.array for load in loads)}


def bytes_held(each: Array | Local) -> Size:
    """The bytes of an array; 0 for a scalar."""
    return _size(each.dtype, each.shape) if isinstance(each, Array) else 0


def least_traffic(graph: Graph) -> Size:
    """The least that a graph of nests could move: each region as if its nests were one.

    That one reads once what it has from elsewhere, and writes once what goes elsewhere; other nodes
    move what they move.
    """
    return _least(graph.body)


def _least(region: Region) -> Size:
    made: set[Operand] = set()
    read: dict[Operand, None] = {}
    needed: dict[Operand, None] = dict.fromkeys(region.results)
    moved: Size = 0
    for node in region.nodes:
        if node.op is NEST:
            made.update(node.results[: len(node.attributes["nest"].results)])
            read.update(dict.fromkeys(node.operands))
            continue
        needed.update(dict.fromkeys(node.operands))
        moved = moved + _of_node(node)
        for inner in node.regions:
            moved = moved + _least(inner)
            needed.update(dict.fromkeys(o for each in inner.walk() for o in each.operands))
    moved = moved + sum(bytes_of_operand(each) for each in read if each not in made)
    return moved + sum(bytes_of_operand(each) for each in needed if each in made)
