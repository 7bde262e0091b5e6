"""Arrays and lists of integers in an index: what they pick, and where their axes go.

Beside one of them every integer of the index counts as an array of rank 0. All are broadcast
together; the axes of the common shape stand where the arrays stand if these are neighbours, and
else come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, BY_NAME, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.keys import Item, join_key
from dslc.ir.op import RuleError
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from .rules import broadcast, refuse_joined

MASK = "an array of truths picks as many elements as the data says"


@dataclass(frozen=True, slots=True)
class Picked:
    """The axes that the arrays of an index make.

    Attributes:
        shape: their common shape.
        at: the number of the item of the index where these axes stand.
    """

    shape: tuple[Size, ...]
    at: int


def picks(item: Item) -> bool:
    """Whether an item picks several elements: a list, or an array that has axes."""
    return isinstance(item, list) or (isinstance(item, TensorType) and item.rank > 0)


def picked(facts: Facts, items: tuple[Item, ...]) -> Picked | None:
    """What the arrays among checked items make; None where there are none.

    Raises:
        RuleError: `shape-mismatch` where they do not broadcast.
    """
    arrays = [item for item in items if picks(item)]
    if not arrays:
        return None
    shapes = [TensorType(BOOL, item_shape(item)) for item in arrays]
    try:
        shape = broadcast(facts, shapes, [f"index {number}" for number in range(len(shapes))])
    except RuleError as error:
        said = "; ".join(error.labels.values()).replace("bool_", "")
        raise RuleError(error.code, f"the arrays of an index do not broadcast: {said}") from None
    numbers = [number for number, item in enumerate(items) if picks(item) or _is_integer(item)]
    together = numbers == list(range(numbers[0], numbers[-1] + 1))
    return Picked(shape, numbers[0] if together else 0)


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
    """Refuse what is no integer, and no array or list of them.

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
    elif isinstance(item, TensorType) and item.rank:
        raise RuleError(
            "unsupported-construct",
            MASK,
            help="choose with `np.where(mask, x, other)`, or write to `x[mask]` alone",
        )
    elif not _is_integer(item):
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


# --- masks --------------------------------------------------------------------------------------


def mask_of(key: str, numbers: tuple[Type, ...]) -> TensorType | None:
    """The mask where an index is one array of truths, which only a store may take."""
    only = numbers[0] if key == "_" else None
    is_mask = isinstance(only, TensorType) and only.dtype == BOOL and only.rank > 0
    return only if is_mask and isinstance(only, TensorType) else None


def masked_shape(facts: Facts, x: TensorType, mask: TensorType) -> tuple[Size, ...]:
    """The axes of `x` behind those of a mask, which are the first of `x`.

    Raises:
        RuleError: `rank-mismatch`, `shape-mismatch`.
    """
    shown = {0: f"the array is {x}", 2: f"the mask is {mask}"}
    if mask.rank > x.rank:
        raise RuleError("rank-mismatch", "the mask has more axes than the array", shown)
    try:
        for size, extent in zip(mask.shape, x.shape, strict=False):
            facts.meet(extent, size)
    except DimMismatch:
        message = "a mask has the sizes of the array's first axes"
        raise RuleError("shape-mismatch", message, shown) from None
    return x.shape[mask.rank :]


def is_copy(*types: Type | None, key: str) -> bool:
    """Whether what an index reads is an array of its own: arrays of any rank make a copy."""
    return "[" in key or any(isinstance(type_, TensorType) for type_ in types)


def items_of(key: str, numbers: tuple[Any, ...]) -> tuple[Item, ...]:
    """The items of an index, with the Ellipsis that NumPy adds where there is none."""
    items = join_key(key, numbers)
    return items if any(item is Ellipsis for item in items) else (*items, Ellipsis)
