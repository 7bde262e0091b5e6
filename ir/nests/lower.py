"""Nodes as loops: each by itself, its result a new array or a total."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from dslc.ir.dims import Dim, Size
from dslc.ir.dtypes import BY_NAME, is_complex, is_float, is_integer
from dslc.ir.graph import Literal, Node, Operand, type_of
from dslc.ir.ops.rules import fits
from dslc.ir.position_rules import ELEMENTWISE
from dslc.ir.types import NumberType, ScalarType, TensorType, default_dtype, shape_of
from dslc.ir.value_names import wished_name

from .convolutions import lower_convolution
from .gathers import Gather, lower_gather
from .language import (
    Apply,
    Expression,
    Loop,
    Number,
    Statement,
    Store,
    Whole,
)
from .pools import is_pooled, lower_pool
from .products import lower_product
from .reader import Reader, Space
from .reductions import is_reduced, reduce
from .scans import PLACES, RUNNING, is_scanned, place, scan
from .views import Indices, broadcast_indices

I64 = BY_NAME["i64"]

MOST_PARTS = 8
"""Parts that are joined in one nest; each has loops of its own."""

# --- which nodes ----------------------------------------------------------------------------------


def is_lowered(node: Node) -> bool:
    """Whether a node, which cannot fail, becomes loops."""
    if node.op.name not in _LOWER or node.hidden:
        return False
    types = [type_of(operand) for operand in (*node.operands, *node.results)]
    if not any(isinstance(type_, TensorType) for type_ in types):
        return False
    if any(getattr(t, "joined", False) and getattr(t, "number", None) is None for t in types):
        return False
    return _LOWER[node.op.name][0](node)


def lower(node: Node, reader: Reader, gather: Gather | None = None) -> list[Statement]:
    """The loops of a node; what it gathers, if it does.

    Raises:
        Unreadable: an operand must be an array first.
    """
    reader.name(node.results[0], wished_name(node, node.results[0]))
    if gather is not None:
        return lower_gather(node, gather, reader)
    if node.op.name == "matmul":
        return lower_product(node, reader)
    if node.op.name == "conv":
        return lower_convolution(node, reader)
    return _LOWER[node.op.name][1](node, reader)


def _nest(
    indices: Sequence[Dim], extents: Sequence[Size], body: list[Statement]
) -> list[Statement]:
    """A body inside of loops; none for what has one trip."""
    for index, extent in zip(reversed(indices), reversed(extents), strict=True):
        body = [Loop(index, extent, body)]
    return body


# --- elementwise ----------------------------------------------------------------------------------


def _is_plain(node: Node) -> bool:
    """Whether no operand needs a conversion that can fail."""
    result = node.results[0].type
    if not isinstance(result, TensorType):
        return False
    if node.op.name in ("power", "pow") and is_integer(result.dtype):
        return False
    if node.op.name in ("cast", "as_scalar") and not isinstance(
        type_of(node.operands[0]), TensorType
    ):
        return False
    return all(_converts(operand, node) for operand in node.operands)


def _converts(operand: Operand, node: Node) -> bool:
    """A Python integer may not fit the integers that it becomes."""
    type_ = type_of(operand)
    if not isinstance(type_, NumberType) or type_.kind != "int":
        return True
    dtypes = [
        default_dtype(t) for t in map(type_of, node.operands) if not isinstance(t, NumberType)
    ]
    if isinstance(operand, Literal):
        return all(fits(type_, dtype) is True for dtype in dtypes)
    return all(is_float(dtype) or is_complex(dtype) for dtype in dtypes)


def _elementwise(node: Node, reader: Reader) -> list[Statement]:
    result = node.results[0]
    space = Space(reader, result.shape)
    operands = [_aligned(operand, result.shape, space.indices, reader) for operand in node.operands]
    types = tuple(map(type_of, node.operands))
    value = Apply(node.op, tuple(operands), node.attributes, types, ScalarType(result.dtype))
    store = Store(value, node, reader.array(result), space.indices)
    return space.around([store])


def _aligned(operand: Operand, full: Indices, indices: Indices, reader: Reader) -> Expression:
    """The element of an operand that is broadcast to a shape."""
    own = shape_of(type_of(operand))
    return reader.read(operand, broadcast_indices(indices, own, full) if own else ())


# --- fills ----------------------------------------------------------------------------------------


def _filled_with(number: int) -> _Lower:
    def fill(node: Node, reader: Reader) -> list[Statement]:
        result = node.results[0]
        space = Space(reader, result.shape)
        value = Number(result.dtype.type(number))
        return space.around([Store(value, node, reader.array(result), space.indices)])

    return fill


def _is_fill(node: Node) -> bool:
    """Whether the number is converted without fail."""
    result, given = node.results[0], node.operands[-1]
    if not isinstance(result.type, TensorType) or isinstance(type_of(given), TensorType):
        return False
    return fits(type_of(given), result.dtype) is True


def _full(node: Node, reader: Reader) -> list[Statement]:
    result = node.results[0]
    space = Space(reader, result.shape)
    value = reader.read(node.operands[-1], ())
    return space.around([Store(value, node, reader.array(result), space.indices)])


# --- numbers and parts ----------------------------------------------------------------------------


def _is_count(node: Node) -> bool:
    """Whether numbers go from one to the next in 64 bits."""
    given = node.attributes
    steps = (given["start"], given["stop"], given["step"])
    return given["dtype"] == I64 and not any(isinstance(each, float) for each in steps)


def _count(node: Node, reader: Reader) -> list[Statement]:
    """`arange`."""
    result = node.results[0]
    space = Space(reader, result.shape)
    number = Whole(node.attributes["start"] + node.attributes["step"] * space.indices[0])
    return space.around([Store(number, node, reader.array(result), space.indices)])


def _is_joined(node: Node) -> bool:
    """Whether parts that have elements stand beside each other."""
    axis = node.attributes["axis"]
    some = any(shape_of(type_of(operand))[axis] != 0 for operand in node.operands)
    return some and 1 < len(node.operands) <= MOST_PARTS


def _join(node: Node, reader: Reader) -> list[Statement]:
    """`concat`: loops for each part."""
    result, axis = node.results[0], node.attributes["axis"]
    found: list[Statement] = []
    first: Size = 0
    for operand in node.operands:
        shape = shape_of(type_of(operand))
        if shape[axis] == 0:
            continue
        space = Space(reader, shape)
        place = list(space.indices)
        place[axis] = place[axis] + first
        value = reader.read(operand, space.indices)
        found += space.around([Store(value, node, reader.array(result), tuple(place))])
        first = first + shape[axis]
    return found


# --- the table ------------------------------------------------------------------------------------

_Lower: TypeAlias = Callable[[Node, Reader], list[Statement]]
_Rule: TypeAlias = tuple[Callable[[Node], bool], _Lower]


def _always(node: Node) -> bool:
    return isinstance(node.results[0].type, TensorType)


_LOWER: dict[str, _Rule] = {
    **dict.fromkeys(ELEMENTWISE.split(), (_is_plain, _elementwise)),
    **dict.fromkeys(("full", "full_like"), (_is_fill, _full)),
    **{name: (_always, _filled_with(0)) for name in ("zeros", "zeros_like")},
    **{name: (_always, _filled_with(1)) for name in ("ones", "ones_like")},
    **dict.fromkeys(
        ("sum", "mean", "prod", "max", "min", "any", "all", "nanmax", "nanmin"),
        (is_reduced, reduce),
    ),
    **dict.fromkeys(RUNNING, (is_scanned, scan)),
    **dict.fromkeys(PLACES, (is_scanned, place)),
    "arange": (_is_count, _count),
    "concat": (_is_joined, _join),
    "pool": (is_pooled, lower_pool),
}
