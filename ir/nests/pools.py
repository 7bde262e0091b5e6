"""Pooling as loops: each window is an expression of the elements under it."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import cast

import numpy as np

from dslc.ir.graph import Node, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, shape_of

from .language import Apply, Array, Expression, Load, Number, Statement, Store, Update
from .products import DTYPES
from .reader import Reader, Space
from .views import Indices

MOST_PLACES = 16
"""Elements under a window that are one expression; of more, `pool` adds one place after another."""

_COMBINED = {"max": ("maximum", -np.inf), "sum": ("add", 0.0)}


def is_pooled(node: Node) -> bool:
    """Whether windows are small, and padding adds to the array."""
    given = node.attributes
    if node.results[0].dtype not in DTYPES or prod(given["window"]) > MOST_PLACES:
        return False
    return all(end >= 0 for pair in given["padding"] for end in pair)


def is_padded(node: Node) -> bool:
    """Whether windows of a pooling are over padding."""
    return node.op.name == "pool" and any(pair != (0, 0) for pair in node.attributes["padding"])


def lower_pool(node: Node, reader: Reader) -> list[Statement]:
    """The loops over windows; the elements are combined in the order that `pool` has.

    Windows that are over padding are over an array with what is padded in it.

    Raises:
        Unreadable: an element of the operand cannot be said by indices.
    """
    result, (x,), given = node.results[0], node.operands, node.attributes
    assert isinstance(x, Value)
    outer = len(result.shape) - len(given["window"])
    around, space = Space(reader, result.shape[:outer]), Space(reader, result.shape[outer:])
    name, start = _COMBINED[given["kind"]]
    first = Number(result.dtype.type(start))
    body: list[Statement] = []
    padded: Array | None = None
    if is_padded(node):
        padded, body = _padded(node, reader, around.indices, first)
    type_, value = ScalarType(result.dtype), cast(Expression, first)
    for offsets in product(*map(range, given["window"])):
        forms = zip(offsets, given["stride"], given["dilation"], strict=True)
        places = (
            window * stride + offset * dilation
            for window, (offset, stride, dilation) in zip(space.indices, forms, strict=True)
        )
        place = (*around.indices, *places)
        element = Load(padded, place) if padded else reader.read(x, place)
        value = Apply(REGISTRY[name], (value, element), {}, (result.type, x.type), type_)
    store = Store(value, node, reader.array(result), (*around.indices, *space.indices))
    return around.around([*body, *space.around([store])])


def _padded(
    node: Node, reader: Reader, outer: Indices, fill: Number
) -> tuple[Array, list[Statement]]:
    """The operand with its padding as an array, and the loops that make its last axes."""
    (x,), padding = node.operands, node.attributes["padding"]
    shape, array = shape_of(type_of(x)), reader.array(node.results[0])
    inner = shape[len(outer) :]
    sizes = tuple(size + sum(pair) for size, pair in zip(inner, padding, strict=True))
    padded = Array(f"{array.name}_padded", array.dtype, (*shape[: len(outer)], *sizes))
    whole, own = Space(reader, sizes), Space(reader, inner)
    places = (i + before for i, (before, _) in zip(own.indices, padding, strict=True))
    value = reader.read(x, (*outer, *own.indices))
    filled = Store(fill, node, padded, (*outer, *whole.indices))
    inside = Update(value, node, padded, (*outer, *places), "set")
    return padded, [*whole.around([filled]), *own.around([inside])]
