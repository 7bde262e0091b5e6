"""Arrays and lists in an index: what they pick, and where their axes go.

Beside one of them every integer of the index counts as an array of rank 0. All are broadcast
together; the axes of the common shape stand where the arrays stand if these are neighbours, and
else come first. A mask, an array of truths, stands for the arrays of the places where it is true,
one for each of its axes: it takes as many axes, and makes one of an open size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, BY_NAME, is_integer
from dslc.ir.facts import Facts
from dslc.ir.keys import Item, join_key
from dslc.ir.op import RuleError
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from .rules import broadcast, refuse_joined


@dataclass(frozen=True, slots=True)
class Picked:
    """The axes that the arrays of an index make.

    Attributes:
        shape: their common shape.
        at: the number of the item of the index where these axes stand.
    """

    shape: tuple[Size, ...]
    at: int


def is_mask(item: Item) -> bool:
    """Whether an item is an array of truths."""
    return isinstance(item, TensorType) and item.dtype == BOOL and item.rank > 0


def width(item: Item) -> int:
    """How many axes of the array an item takes; an Ellipsis is not asked."""
    if item is None:
        return 0
    return item.rank if is_mask(item) else 1


def picks(item: Item) -> bool:
    """Whether an item picks several elements: a list, or an array that has axes."""
    return isinstance(item, list) or (isinstance(item, TensorType) and item.rank > 0)


def picked(facts: Facts, items: tuple[Item, ...], counted: Sequence[int] = ()) -> Picked | None:
    """What the arrays among checked items make; None where there are none.

    Args:
        facts: what is known of sizes; the number of true elements of a mask is an open one.
        items: their types.
        counted: of each mask, the number of the node's operand that it is.

    Raises:
        RuleError: `shape-mismatch` where they do not broadcast.
    """
    arrays = [item for item in items if picks(item)]
    if not arrays:
        return None
    operands = iter(counted)
    shapes = [TensorType(BOOL, _picked_shape(facts, item, operands)) for item in arrays]
    _check_masks(arrays, shapes)
    try:
        shape = broadcast(facts, shapes, [f"index {number}" for number in range(len(shapes))])
    except RuleError as error:
        said = "; ".join(error.labels.values()).replace("bool_", "")
        raise RuleError(error.code, f"the arrays of an index do not broadcast: {said}") from None
    numbers = [number for number, item in enumerate(items) if picks(item) or _is_integer(item)]
    together = numbers == list(range(numbers[0], numbers[-1] + 1))
    return Picked(shape, numbers[0] if together else 0)


def _picked_shape(facts: Facts, item: Item, operands: Iterator[int]) -> tuple[Size, ...]:
    if not is_mask(item):
        return item_shape(item)
    return (facts.open(high=prod(item.shape, start=1), counts=next(operands, None)),)


def _check_masks(arrays: Sequence[Item], shapes: Sequence[TensorType]) -> None:
    """Refuse a mask beside what may pick another number of elements.

    Raises:
        RuleError: `unsupported-construct`.
    """
    several = [s for s in shapes if any(size != 1 for size in s.shape)]
    if any(map(is_mask, arrays)) and len(several) > 1:
        raise RuleError(
            "unsupported-construct",
            "a mask stands in an index with another array that picks several elements",
            help="write `np.nonzero(mask)[0]` for the mask, so that their sizes can be compared",
        )


def item_shape(item: Item) -> tuple[Size, ...]:
    """The shape of an array of an index, or that of the array that NumPy makes of a list.

    Raises:
        RuleError: `argument-mismatch` for lists of different lengths.
    """
    if isinstance(item, TensorType):
        return item.shape
    if not isinstance(item, list):
        return ()
    shapes = {item_shape(part) for part in item}
    if len(shapes) > 1:
        raise RuleError("argument-mismatch", "the lists in a list of an index differ in length")
    return (len(item), *(shapes.pop() if shapes else ()))


def leaves(item: Item) -> list[Any]:
    """The numbers of a list, in order; of another item itself."""
    return [leaf for part in item for leaf in leaves(part)] if isinstance(item, list) else [item]


def check_item(item: Item) -> None:
    """Refuse what is no integer, no array or list of them, and no mask.

    Raises:
        RuleError: `dtype-mismatch`, `unsupported-construct`, `joined-arithmetic`.
    """
    if isinstance(item, list):
        for leaf in leaves(item):
            _check_leaf(leaf)
        item_shape(item)
    elif isinstance(item, TensorType) and item.dtype != BOOL:
        refuse_joined((item,), "an index")
        if not is_integer(item.dtype):
            raise RuleError("dtype-mismatch", f"an index is of integers, not {item}")
        if item.dtype == BY_NAME["u64"] and not item.rank:
            message = f"an array of rank 0 as an index is no {item}"
            raise RuleError("dtype-mismatch", message, help="index with `int(i)`")
    elif not is_mask(item) and not _is_integer(item):
        _refuse(item)


def _is_integer(item: Item) -> bool:
    """Whether an item is one integer: a Python number, a scalar or an array of rank 0."""
    if isinstance(item, NumberType):
        return item.kind == "int"
    if isinstance(item, TensorType) and item.rank:
        return False
    return isinstance(item, ScalarType | TensorType) and is_integer(item.dtype)


def _check_leaf(leaf: Type) -> None:
    if isinstance(leaf, TensorType):
        raise RuleError("unsupported-construct", f"a list of an index holds integers, not {leaf}")
    if isinstance(leaf, ScalarType) and leaf.dtype == BY_NAME["u64"]:
        # NumPy makes a list of floats of it and another integer.
        raise RuleError("dtype-mismatch", "a list of an index holds no u64", help="cast it to i64")
    if not _is_integer(leaf):
        _refuse(leaf)


def _refuse(type_: Type) -> None:
    if "bool" in str(type_):
        raise RuleError("unsupported-construct", "a truth value as an index is not supported")
    raise RuleError("dtype-mismatch", f"an index is an integer, not {type_}")


def is_copy(*types: Type | None, key: str) -> bool:
    """Whether what an index reads is an array of its own: arrays of any rank make a copy."""
    return "[" in key or any(isinstance(type_, TensorType) for type_ in types)


def items_of(key: str, numbers: tuple[Any, ...]) -> tuple[Item, ...]:
    """The items of an index, with the Ellipsis that NumPy adds where there is none."""
    items = join_key(key, numbers)
    return items if any(item is Ellipsis for item in items) else (*items, Ellipsis)
