"""Products of matrices as loops over rows: what follows a product, or comes before, joins them."""

from __future__ import annotations

from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, shape_of

from .language import Apply, Expression, Load, Product, Statement
from .reader import Reader, Space, Unreadable
from .views import Indices, broadcast_indices

DTYPES = (BY_NAME["f32"], BY_NAME["f64"])
"""Those whose products are computed by blocks."""


def is_product(node: Node) -> bool:
    """Whether a node multiplies the rows of arrays by matrices, all of one type of floats."""
    if node.op.name != "matmul":
        return False
    types = [*map(type_of, node.operands), node.results[0].type]
    if not all(isinstance(type_, TensorType) and type_.rank > 1 for type_ in types):
        return False
    found = {type_.dtype for type_ in types if isinstance(type_, TensorType)}
    return len(found) == 1 and found <= {*DTYPES} and 1 not in node.results[0].shape[-2:]


def lower_product(node: Node, reader: Reader) -> list[Statement]:
    """The loops over the rows of a product.

    Raises:
        Unreadable: a row or a matrix does not lie side by side in memory.
    """
    result, (left, right) = node.results[0], node.operands
    rows = Space(reader, result.shape[:-1])
    along, across = reader.index(), reader.index()
    *_, row = rows.indices
    factors = (
        _factor(left, rows.indices[:-1], (row, along), result.shape, reader),
        _factor(right, rows.indices[:-1], (along, across), result.shape, reader, turns=True),
    )
    types = type_of(left), type_of(right)
    depth, width = shape_of(types[1])[-2:]
    value = Apply(REGISTRY["multiply"], factors, {}, types, ScalarType(result.dtype))
    array, indices = reader.array(result), (*rows.indices, across)
    return rows.around([Product(value, node, array, indices, along, depth, across, width)])


def _factor(
    operand: Operand,
    outer: Indices,
    own: Indices,
    full: Indices,
    reader: Reader,
    *,
    turns: bool = False,
) -> Expression:
    """An element of a matrix of a stack, which lies row by row, or where it turns, by columns."""
    shape = shape_of(type_of(operand))
    lead = broadcast_indices(outer, shape[:-2], full[:-2])
    found = reader.read(operand, (*lead, *own))
    assert isinstance(operand, Value)
    if isinstance(found, Load) and len(found.indices) == len(found.array.shape):
        if _ends_with(found, own) and found.array.shape[-1] == shape[-1]:
            return found
        if turns and _ends_with(found, own[::-1]) and found.array.shape[-1] == shape[-2]:
            return found
    raise Unreadable(operand)


def _ends_with(load: Load, own: Indices) -> bool:
    return all(one is other for one, other in zip(load.indices[-2:], own, strict=True))


def is_turned(product: Product) -> bool:
    """Whether the matrix lies column by column: it is the transpose of what is in memory."""
    _, matrix = product.loads
    return matrix.indices[-1] is product.along
