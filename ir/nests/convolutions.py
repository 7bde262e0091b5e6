"""Convolutions as products: the weights of an output are a row, what windows have is a matrix.

So what follows a convolution joins the loops over images and outputs, as it joins those over the
rows of a product.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from dslc.ir.dims import Dim, Size
from dslc.ir.graph import Node, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, shape_of

from .language import Apply, Load, Product, Statement
from .products import DTYPES
from .reader import Reader, Space, Unreadable
from .views import Indices
from .window import Window


def is_convolution(node: Node) -> bool:
    """Whether a node is a convolution of floats that are multiplied by blocks."""
    if node.op.name != "conv" or node.results[0].dtype not in DTYPES:
        return False
    several = node.results[0].shape[1] != 1
    return several and all(before >= 0 for before, _ in node.attributes["padding"])


def lower_convolution(node: Node, reader: Reader) -> list[Statement]:
    """The loops over images and outputs.

    Raises:
        Unreadable: the axes of images are no axes in memory.
    """
    result, (x, weight) = node.results[0], node.operands
    loops = Space(reader, result.shape[:2])
    image, output = loops.indices
    along, across = reader.index(), reader.index()
    row = reader.read(weight, (output, along))
    assert isinstance(weight, Value) and isinstance(x, Value)
    if not isinstance(row, Load) or len(row.indices) != 2:
        raise Unreadable(weight)
    groups, channels = node.attributes["groups"], shape_of(type_of(weight))[1]
    channel, *places = window_places(node, along, across)
    group: Size = output // (result.shape[1] // groups) if groups > 1 else 0
    own = (group * channels + channel, *places)
    found = reader.read(x, (image, *own))
    if not isinstance(found, Load) or not all(each in found.indices for each in own):
        raise Unreadable(x)
    window = Window(found.array, found.indices, tuple(_rests(node, along, across)))
    types = type_of(weight), type_of(x)
    value = Apply(REGISTRY["multiply"], (row, window), {}, types, ScalarType(result.dtype))
    array, indices = reader.array(result), (image, output, across)
    shapes = shape_of(types[0])[1:], result.shape[2:]
    depth, width = (prod(shape, start=1) for shape in shapes)
    return loops.around([Product(value, node, array, indices, along, depth, across, width)])


def window_places(node: Node, along: Dim, across: Dim) -> Indices:
    """The channel in its group and the place of an element, by its number in the window's places.

    Args:
        node: a convolution.
        along: the number of the channel and place of the window, in C order.
        across: the number of the window, in C order.
    """
    channel = _unraveled(along, shape_of(type_of(node.operands[1]))[1:])[0]
    places = _stretched_places(node, along, across)
    stretches = zip(places, node.attributes["stretch"], strict=True)
    return channel, *(place // stretch for place, stretch in stretches)


def _rests(node: Node, along: Dim, across: Dim) -> Iterator[Size]:
    """What is 0 where an array that is stretched has an element."""
    places = _stretched_places(node, along, across)
    for place, stretch in zip(places, node.attributes["stretch"], strict=True):
        if stretch > 1:
            yield place % stretch


def _stretched_places(node: Node, along: Dim, across: Dim) -> Indices:
    """The place of an element with the gaps between neighbours counted."""
    given = node.attributes
    _, *offsets = _unraveled(along, shape_of(type_of(node.operands[1]))[1:])
    numbers = _unraveled(across, node.results[0].shape[2:])
    forms = zip(given["stride"], given["dilation"], given["padding"], strict=True)
    return tuple(
        number * stride + offset * dilation - before
        for number, offset, (stride, dilation, (before, _)) in zip(
            numbers, offsets, forms, strict=True
        )
    )


def _unraveled(index: Dim, shape: Indices) -> list[Size]:
    """The index on each axis of an element that is counted in C order."""
    found: list[Size] = []
    rest: Size = index
    for size in reversed(shape[1:]):
        found.append(rest % size)
        rest = rest // size
    return [rest, *reversed(found)]
