"""Gathers as loops: elements at places that the run knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, type_of
from dslc.ir.keys import join_key
from dslc.ir.ops.advanced import picks
from dslc.ir.ops.gather import taken_axes
from dslc.ir.types import TensorType, shape_of

from .language import Loop, Pick, Statement, Store
from .reader import Reader, Space
from .views import Axis, slice_axis


@dataclass(frozen=True, slots=True)
class Gather:
    """A node that takes elements along an axis.

    Attributes:
        indices: the array of places.
        axis: of the source; None where all axes are counted together.
        how: what becomes of places outside, as in `Pick`.
        places: for each axis of the places, its index for the indices of the result.
        others: the same for each other axis of the source.
    """

    indices: Operand
    axis: int | None
    how: str
    places: tuple[Axis, ...]
    others: tuple[Axis, ...]


def gather_of(node: Node, facts: Facts) -> Gather | None:
    """What a node gathers; None where it is no gather of one array of places."""
    if node.op.name not in ("index", "take", "take_along_axis") or node.hidden:
        return None
    if not isinstance(node.results[0].type, TensorType):
        return None
    if node.op.name == "take_along_axis":
        return _taken_along(node)
    return _taken(node) if node.op.name == "take" else _indexed(node, facts)


def _taken_along(node: Node) -> Gather:
    """Both arrays are stretched on the axes that they are not taken along."""
    axis, full = node.attributes["axis"], node.results[0].shape
    own, picked = (shape_of(type_of(operand)) for operand in node.operands)
    places = [Axis(None if size == 1 else n) for n, size in enumerate(picked)]
    others = [Axis(None if own[n] == 1 else n) for n in range(len(full)) if n != axis]
    return Gather(node.operands[1], axis, "raise", tuple(places), tuple(others))


def _taken(node: Node) -> Gather | None:
    indices, axis = node.operands[1], node.attributes["axis"]
    if not isinstance(type_of(indices), TensorType):
        return None
    shape = shape_of(type_of(node.operands[0]))
    before, after = taken_axes(shape, axis)
    behind = len(before) + len(shape_of(type_of(indices)))
    places = map(Axis, range(len(before), behind))
    others = map(Axis, (*range(len(before)), *range(behind, behind + len(after))))
    return Gather(indices, axis, node.attributes["mode"], tuple(places), tuple(others))


def _indexed(node: Node, facts: Facts) -> Gather | None:
    """An index of one integer array, and of slices besides."""
    key, numbers = node.attributes["key"], node.operands[1:]
    types = join_key(key, tuple(map(type_of, numbers)))
    arrays = [n for n, item in enumerate(types) if picks(item)]
    if len(arrays) != 1 or not isinstance(types[arrays[0]], TensorType):
        return None
    if types[arrays[0]].dtype == BOOL:
        return None
    items = join_key(key, numbers)
    shape, rank = shape_of(type_of(node.operands[0])), len(node.results[0].shape)
    picked = len(shape_of(types[arrays[0]]))
    taken = sum(item is not None and item is not Ellipsis for item in items)
    free, others, places = iter(range(rank)), list[Axis](), list[Axis]()
    axis = size_number = 0
    for number, item in enumerate(items):
        if item is None:
            next(free)
        elif item is Ellipsis:
            skipped = len(shape) - taken
            others += [Axis(next(free)) for _ in range(skipped)]
            size_number += skipped
        elif number == arrays[0]:
            places = [Axis(next(free)) for _ in range(picked)]
            axis = size_number
            size_number += 1
        elif isinstance(item, slice):
            found = slice_axis(facts, shape[size_number], item, next(free))
            if found is None:
                return None
            others.append(found)
            size_number += 1
        else:
            return None
    others += [Axis(next(free)) for _ in shape[size_number:]]
    return Gather(items[arrays[0]], axis, "raise", tuple(places), tuple(others))


def lower_gather(node: Node, gather: Gather, reader: Reader) -> list[Statement]:
    """The loops of a gather: a place is read once for all elements that it picks."""
    result, source = node.results[0], node.operands[0]
    space = Space(reader, result.shape)
    own = tuple(axis.index(space.indices) for axis in gather.places)
    place = reader.index()
    indices: list[Size] = [other.index(space.indices) for other in gather.others]
    if gather.axis is None:
        indices = [place]
    else:
        indices.insert(gather.axis, place)
    pick = Pick(
        reader.read(gather.indices, own), node, place, picked_size(node, gather), gather.how
    )
    value = reader.read(source, tuple(indices))
    store = Store(value, node, reader.array(result), space.indices)
    body: list[Statement] = [store]
    loops = list(space.loops)
    while loops and loops[-1][0] not in own:
        body = [Loop(*loops.pop(), body)]
    body = [pick, *body]
    while loops:
        body = [Loop(*loops.pop(), body)]
    return body


def picked_size(node: Node, gather: Gather) -> Size:
    """The size of the axis that is taken along."""
    shape = shape_of(type_of(node.operands[0]))
    if gather.axis is not None:
        return shape[gather.axis]
    size: Size = 1
    for each in shape:
        size = size * each
    return size


def guards(node: Node, gather: Gather) -> Iterator[Size]:
    """The sizes of which one that is 0 lets NumPy take nothing, so that no place is looked at."""
    if node.op.name == "take":
        yield from taken_axes(shape_of(type_of(node.operands[0])), gather.axis)[0]
    if node.op.name == "take_along_axis":
        shapes = (shape_of(type_of(operand)) for operand in node.operands)
        for axis, (own, picked) in enumerate(zip(*shapes, strict=True)):
            if axis != gather.axis and own != picked:
                yield own
