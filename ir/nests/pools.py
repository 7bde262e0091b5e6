"""Pooling as loops: each window is an expression of the elements under it."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from dslc.ir.graph import Node, Value
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType

from .language import Apply, Expression, Number, Statement, Store
from .products import DTYPES
from .reader import Reader, Space

MOST_PLACES = 16
"""Elements under a window that are one expression; of more, `pool` adds one place after another."""

_COMBINED = {"max": ("maximum", -np.inf), "sum": ("add", 0.0)}


def is_pooled(node: Node) -> bool:
    """Whether windows are small, and none is over padding: of these `pool` is faster by itself."""
    given = node.attributes
    if node.results[0].dtype not in DTYPES or prod(given["window"]) > MOST_PLACES:
        return False
    return all(pair == (0, 0) for pair in given["padding"])


def lower_pool(node: Node, reader: Reader) -> list[Statement]:
    """The loops over windows; the elements are combined in the order that `pool` has.

    Raises:
        Unreadable: an element of the operand cannot be said by indices.
    """
    result, (x,), given = node.results[0], node.operands, node.attributes
    assert isinstance(x, Value)
    space, type_ = Space(reader, result.shape), ScalarType(result.dtype)
    outer = len(result.shape) - len(given["window"])
    name, start = _COMBINED[given["kind"]]
    value: Expression = Number(result.dtype.type(start))
    for offsets in product(*map(range, given["window"])):
        forms = zip(offsets, given["stride"], given["dilation"], strict=True)
        places = (
            window * stride + offset * dilation
            for window, (offset, stride, dilation) in zip(space.indices[outer:], forms, strict=True)
        )
        element = reader.read(x, (*space.indices[:outer], *places))
        value = Apply(REGISTRY[name], (value, element), {}, (result.type, x.type), type_)
    return space.around([Store(value, node, reader.array(result), space.indices)])
