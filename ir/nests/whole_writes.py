"""Writes that give each element of an array from one element of each operand."""

from __future__ import annotations

from dataclasses import dataclass

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, is_float, is_integer
from dslc.ir.graph import Literal, Node, Operand, type_of
from dslc.ir.keys import join_key
from dslc.ir.op import REGISTRY
from dslc.ir.ops.rules import fits
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, shape_of
from dslc.ir.value_names import wished_name

from .language import Apply, Expression, Statement, Store
from .reader import Reader, Space
from .views import Indices, broadcast_indices


@dataclass(frozen=True, slots=True)
class WholeWrite:
    """A write that cannot fail.

    Attributes:
        node: the write.
        value: what is written.
        mask: where; None for everywhere.
    """

    node: Node
    value: Operand
    mask: Operand | None

    def element(self, value: Expression, mask: Expression | None, old: Expression) -> Expression:
        """What an element becomes."""
        if mask is None or self.mask is None:
            return value
        target = self.node.operands[0]
        types = tuple(map(type_of, (self.mask, self.value, target)))
        type_ = ScalarType(self.node.results[0].dtype)
        return Apply(REGISTRY["where"], (mask, value, old), {}, types, type_)


def whole_write_of(node: Node) -> WholeWrite | None:
    """The write that a node is, if each element is of its own; None where it may fail."""
    write = _write(node)
    if write is None or node.hidden:
        return None
    target = type_of(node.operands[0])
    if not isinstance(target, TensorType) or target.joined or not target.rank:
        return None
    value = type_of(write.value)
    fitting = is_stretched(shape_of(value), target.shape) and _is_converted(write.value, target)
    return write if fitting else None


def _write(node: Node) -> WholeWrite | None:
    if node.op.name == "copyto":
        target, value, *masks = node.operands
        mask = masks[0] if masks else None
        shape = shape_of(type_of(target))
        if mask is not None and not is_stretched(shape_of(type_of(mask)), shape):
            return None
        return WholeWrite(node, value, mask)
    if node.op.name != "store":
        return None
    target, value, *numbers = node.operands
    types, key = tuple[Type, ...](map(type_of, numbers)), node.attributes["key"]
    if key == "_" and _is_mask(types[0], shape_of(type_of(target))):
        single = shape_of(type_of(value)) == () and not node.attributes["inplace"]
        return WholeWrite(node, value, numbers[0]) if single else None
    items = join_key(key, types)
    if any(item is not Ellipsis and item != slice(None) for item in items):
        return None
    return WholeWrite(node, value, None)


def _is_mask(type_: object, shape: tuple[Size, ...]) -> bool:
    return isinstance(type_, TensorType) and type_.dtype == BOOL and type_.shape == shape


def is_stretched(own: tuple[Size, ...], shape: tuple[Size, ...]) -> bool:
    """Whether an array is certainly broadcast to a shape without an axis of its own."""
    if len(own) > len(shape):
        return False
    return all(
        size in (1, full) for size, full in zip(reversed(own), reversed(shape), strict=False)
    )


def _is_converted(value: Operand, target: TensorType) -> bool:
    """Whether a value is of the dtype of an array, or a number that certainly becomes so."""
    type_ = type_of(value)
    if isinstance(type_, TensorType | ScalarType):
        return type_.dtype == target.dtype and not type_.joined
    if not isinstance(type_, NumberType):
        return False
    if type_.kind == "int":
        whole = is_integer(target.dtype) and fits(type_, target.dtype) is True
        return whole or (isinstance(value, Literal) and is_float(target.dtype))
    return type_.kind == "float" and is_float(target.dtype)


def lower_whole_write(write: WholeWrite, reader: Reader) -> list[Statement]:
    """The loops of a write, whose result is an array of its own.

    Raises:
        Unreadable: an operand must be an array first.
    """
    (result,) = write.node.results
    reader.name(result, wished_name(write.node, result))
    space = Space(reader, result.shape)

    def element(operand: Operand) -> Expression:
        own: Indices = shape_of(type_of(operand))
        indices = broadcast_indices(space.indices, own, result.shape) if own else ()
        return reader.read(operand, indices)

    mask = None if write.mask is None else element(write.mask)
    value = write.element(element(write.value), mask, element(write.node.operands[0]))
    return space.around([Store(value, write.node, reader.array(result), space.indices)])
