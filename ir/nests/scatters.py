"""Writing to elements that the run names, as loops: in C order, as NumPy does it."""

from __future__ import annotations

from dataclasses import dataclass

from dslc.ir.dtypes import BOOL, is_complex, is_float, is_integer
from dslc.ir.graph import Literal, Node, Operand, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, shape_of

from .checks import WITHIN
from .language import Apply, Expression, Load, Loop, Number, Pick, Statement, Update
from .reader import Reader, Space
from .views import Indices, broadcast_indices

HOW = {
    "add_at": "sum",
    "maximum_at": "max",
    "minimum_at": "min",
    "multiply_at": "prod",
    "store": "set",
    "subtract_at": "set",
}
"""What these ops do with the element that is there."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """A write to rows of an array, named by an array of integers.

    Attributes:
        node: the write.
        how: as in `Update`.
        check: fails where a row is not there.
    """

    node: Node
    how: str
    check: Node


def scatter_of(node: Node) -> Scatter | None:
    """What a node writes, if it names rows by one array of integers, and converts nothing."""
    if node.op.name not in HOW or node.hidden or node.attributes["key"] != "_":
        return None
    if node.attributes.get("inplace"):
        return None
    target, value, places = (type_of(operand) for operand in node.operands)
    if not isinstance(target, TensorType) or not isinstance(places, TensorType):
        return None
    if not is_integer(places.dtype) or is_complex(target.dtype) or target.dtype == BOOL:
        return None
    if not _is_of(node.operands[1], target) or target.dtype.itemsize == 2:
        return None
    if len(shape_of(value)) > len(_written(node)):
        return None
    looked_at = {"axis": 0, "size": target.shape[0], "mode": "raise"}
    attributes = {**looked_at, "unless": (), "count": 0}
    check = Node(WITHIN, (node.operands[2],), attributes, (), (), node.place)
    return Scatter(node, HOW[node.op.name], check)


def _is_of(value: Operand, target: TensorType) -> bool:
    """Whether a value is of the dtype of an array, or a number of the text that becomes so."""
    type_ = type_of(value)
    if isinstance(type_, TensorType | ScalarType):
        return type_.dtype == target.dtype and not type_.joined
    number = value.value if isinstance(value, Literal) else None
    return type(number) is float and is_float(target.dtype) and target.dtype.itemsize == 8


def _written(node: Node) -> Indices:
    """The shape of what is written."""
    target, places = shape_of(type_of(node.operands[0])), shape_of(type_of(node.operands[2]))
    return (*places, *target[1:])


def lower_scatter(scatter: Scatter, reader: Reader) -> list[Statement]:
    """The loops that change the array of the first operand.

    Raises:
        Unreadable: an operand must be an array first.
    """
    node = scatter.node
    target, value, places = node.operands
    assert isinstance(target, Value)
    shape, rank = _written(node), len(shape_of(type_of(places)))
    space, place = Space(reader, shape), reader.index()
    pick = Pick(reader.read(places, space.indices[:rank]), node, place, target.shape[0], "raise")
    given = _element(value, space.indices, shape, reader)
    array, at = reader.array(target), (place, *space.indices[rank:])
    if node.op.name == "subtract_at":
        own = TensorType(target.dtype, target.shape)
        operands, type_ = (Load(array, at), given), ScalarType(target.dtype)
        given = Apply(REGISTRY["subtract"], operands, {}, (own, own), type_)
    update = Update(given, node, array, at, scatter.how)
    body: list[Statement] = [update]
    loops = list(space.loops)
    while loops and loops[-1][0] not in space.indices[:rank]:
        body = [Loop(*loops.pop(), body)]
    body = [pick, *body]
    while loops:
        body = [Loop(*loops.pop(), body)]
    return body


def _element(value: Operand, indices: Indices, shape: Indices, reader: Reader) -> Expression:
    own = shape_of(type_of(value))
    found = reader.read(value, broadcast_indices(indices, own, shape) if own else ())
    if isinstance(found, Number) and isinstance(value, Literal):
        return Number(value.value)  # type: ignore[arg-type]
    return found
