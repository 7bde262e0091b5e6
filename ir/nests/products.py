"""Products of matrices as loops over rows: what follows a product, or comes before, joins them."""

from __future__ import annotations

from math import prod

from dslc.ir.dims import Dim, Size
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, shape_of

from .language import Apply, Expression, Load, Product, Statement
from .reader import Reader, Space, Unreadable
from .views import Indices, broadcast_indices
from .window import Window

DTYPES = (BY_NAME["f32"], BY_NAME["f64"])
"""Those whose products are computed by blocks."""


def is_product(node: Node) -> bool:
    """Whether a node multiplies rows of arrays by matrices, all of one type of floats."""
    if node.op.name != "matmul":
        return False
    types = [*map(type_of, node.operands), node.results[0].type]
    if not all(isinstance(type_, TensorType) for type_ in types):
        return False
    found = {type_.dtype for type_ in types if isinstance(type_, TensorType)}
    if len(found) != 1 or not found <= {*DTYPES}:
        return False
    left, right = (len(shape_of(type_)) for type_ in types[:2])
    if is_single_row(node):
        return node.results[0].shape[-1] != 1
    return left > 1 and right > 1 and 1 not in node.results[0].shape[-2:]


def is_single_row(node: Node) -> bool:
    """Whether a product is of one row, which is no loop, and one matrix."""
    left, right = (shape_of(type_of(operand)) for operand in node.operands)
    return len(right) == 2 and len(left) > 0 and all(size == 1 for size in left[:-1])


def lower_product(node: Node, reader: Reader) -> list[Statement]:
    """The loops over the rows of a product.

    Raises:
        Unreadable: neither the rows nor the columns of a matrix lie side by side in memory.
    """
    result, (left, right) = node.results[0], node.operands
    rows = Space(reader, result.shape[:-1])
    along, across = reader.index(), reader.index()
    types = type_of(left), type_of(right)
    factors = (
        _factor(left, (*rows.indices[-1:], along), rows.indices[:-1], result.shape, reader),
        _factor(right, (along, across), rows.indices[:-1], result.shape, reader),
    )
    depth, width = shape_of(types[1])[-2:]
    value = Apply(REGISTRY["multiply"], factors, {}, types, ScalarType(result.dtype))
    array, indices = reader.array(result), (*rows.indices, across)
    return rows.around([Product(value, node, array, indices, along, depth, across, width)])


def turned_matrix(node: Node, reader: Reader) -> Value | None:
    """The matrix whose transpose a node multiplies by a vector, where that is no array yet."""
    if node.op.name != "matmul" or node.operands[0] not in reader.views:
        return None
    left, right = (type_of(operand) for operand in node.operands)
    if not isinstance(left, TensorType) or not isinstance(right, TensorType):
        return None
    if (left.rank, right.rank) != (2, 1) or left.dtype != right.dtype or left.dtype not in DTYPES:
        return None
    row, along = reader.index(), reader.index()
    found = reader.read(node.operands[0], (row, along))
    if not isinstance(found, Load) or found.indices != (along, row):
        return None
    return reader.value(found.array) if found.array.shape == left.shape[::-1] else None


def _factor(
    operand: Operand, own: Indices, outer: Indices, full: Indices, reader: Reader
) -> Expression:
    """An element of a matrix of a stack, whose rows lie side by side, or whose columns do."""
    shape = shape_of(type_of(operand))
    lead = broadcast_indices(outer, shape[:-2], full[:-2])
    found = reader.read(operand, (*lead, *own))
    assert isinstance(operand, Value)
    moving = [index for index in own if isinstance(index, Dim)]
    if not isinstance(found, Load) or len(found.indices) < len(found.array.shape):
        raise Unreadable(operand)
    places = [place_of_index(found, index) for index in moving]
    last = len(found.indices) - 1
    if None in places or last not in places or len({*places}) < len(places):
        raise Unreadable(operand)
    if places[-1] != last and reader.is_from_outside(operand):
        raise Unreadable(operand)  # it is turned once, not in each trip of a loop
    return found


def place_of_index(load: Load, index: Dim) -> int | None:
    """The axis along which an index goes by one, from any place on; None where there is none."""
    found = [
        axis
        for axis, each in enumerate(load.indices)
        if isinstance(each, Dim) and str(index) in each.names
    ]
    if len(found) != 1:
        return None
    first = load.indices[found[0]] - index
    return None if isinstance(first, Dim) and str(index) in first.names else found[0]


def stride_of(load: Load, index: Dim) -> Size:
    """How far apart in memory elements are whose index is one more."""
    axis = place_of_index(load, index)
    return 0 if axis is None else prod(load.array.shape[axis + 1 :], start=1)


def is_turned(load: Load, minor: Dim) -> bool:
    """Whether elements with another index than this one lie side by side."""
    return place_of_index(load, minor) != len(load.indices) - 1


def are_arrays(product: Product, reader: Reader) -> bool:
    """Whether the operands of a product are arrays as its node has them, none a view of another."""
    if isinstance(product.loads[1], Window):
        return product.node.operands[0] not in reader.views
    return is_dense(product)


def is_dense(product: Product) -> bool:
    """Whether rows and matrix lie in memory as arrays of their own shapes."""
    row, matrix = product.loads
    own = (*product.indices[-2:-1], product.along), (product.along, product.across)
    ends = all(_ends_with(load, each) for load, each in zip(product.loads, own, strict=True))
    return ends and (row.array.shape[-1], matrix.array.shape[-1]) == (product.depth, product.width)


def is_symmetric(product: Product) -> bool:
    """Whether a matrix is multiplied by its own transpose: half of the elements are the others."""
    row, matrix = product.loads
    if len(product.indices) < 2 or row.array is not matrix.array:
        return False
    instead = {product.indices[-2]: product.across}
    pairs = zip(row.indices, matrix.indices, strict=True)
    return all(instead.get(one, one) is other for one, other in pairs)


def halves(product: Product) -> bool:
    """Whether a product stays whole for the sake of being symmetric: it is of columns.

    These are few beside the rows, as a rule; a product of rows is best taken a row at a time.
    """
    return is_symmetric(product) and is_turned(product.loads[0], product.along)


def _ends_with(load: Load, own: Indices) -> bool:
    last = load.indices[len(load.indices) - len(own) :]
    return len(last) == len(own) and all(a is b for a, b in zip(last, own, strict=True))
