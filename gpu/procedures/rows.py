"""Rows that arrays of integers name: taken, and written to in the order in which they are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.arena import Block
from dslc.gpu.placed import Placed
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dtypes import BOOL, BY_NAME, is_complex, is_integer
from dslc.ir.graph import Node, type_of
from dslc.ir.keys import Item, join_key
from dslc.ir.lent import Memory
from dslc.ir.types import TensorType, default_dtype

from .call import Call, Procedure, Reads, Written, as_i64
from .parts import own_copy
from .strided import WORDS, copies, fill, whole

I64, U32 = BY_NAME["i64"], BY_NAME["u32"]
HALVES = ("float16", "bfloat16")

MADE = {
    "add_at": "old + value",
    "subtract_at": "old - value",
    "multiply_at": "old * value",
    "maximum_at": "np::maximum(old, value)",
    "minimum_at": "np::minimum(old, value)",
    "store": "value",
}
"""What the element that a write names becomes."""


def rows_procedure(node: Node) -> Procedure | None:
    """What takes or writes rows that arrays of integers name, on the first axes of an array."""
    if node.op.name != "index" and node.op.name not in MADE:
        return None
    own = 1 if node.op.name == "index" else 2
    target = type_of(node.operands[0])
    if not isinstance(target, TensorType) or target.dtype.itemsize not in WORDS:
        return None
    types = join_key(node.attributes["key"], tuple(map(type_of, node.operands[own:])))
    if not types or len(types) > target.rank or not all(map(_is_places, types)):
        return None
    keys = tuple(each.dtype for each in types)
    if own == 1:
        return Taken(target.dtype, keys)
    computed = _computed(node, target.dtype)
    return None if computed is None else Kept(node.op.name, target.dtype, computed, keys)


def _is_places(item: Item) -> bool:
    return isinstance(item, TensorType) and item.rank > 0 and is_integer(item.dtype)


def _computed(node: Node, target: np.dtype) -> np.dtype | None:
    """The dtype that a write computes in; None where kernels do not have it."""
    value = default_dtype(type_of(node.operands[1]))
    if node.op.name == "store" and not isinstance(type_of(node.operands[1]), TensorType):
        value = target
    if target == BOOL or is_complex(target) or {target.name, value.name} & {*HALVES}:
        return None
    if node.op.name == "store":
        return target if value == target else None
    return value if np.result_type(target, value) == value else None


# --- places ---------------------------------------------------------------------------------------


def finds(keys: tuple[np.dtype, ...]) -> tuple[Written, ...]:
    """The kernels of `find_places` for integers of some dtypes."""
    names = dict.fromkeys(map(dtype_text, keys))
    return tuple(
        Written(f"find_places_{name}", "places.h", f"FIND_PLACES(find_places_{name}, {name})")
        for name in names
    )


def no_place(call: Call) -> Block:
    """Where kernels tell that a place is not there: 0 until one does."""
    outside = call.blocks.empty((), U32)
    fill(call, np.uint32(0), outside.memory, whole(()))
    call.keep(outside)
    return outside


def find_places(call: Call, keys: Sequence[Placed], sizes: Sequence[int], outside: Block) -> Memory:
    """The numbers of the rows that arrays of one shape name on axes of these sizes."""
    count = prod(keys[0].shape)
    places = call.blocks.empty((count,), I64)
    call.keep(places)
    for axis, (key, size) in enumerate(zip(keys, sizes, strict=True)):
        name = f"find_places_{dtype_text(default_dtype(key.type))}"
        numbers = [*as_i64([count, size]), np.bool_(axis == 0)]
        call.launch(name, count, [Reads(key.memory), places.memory, outside.memory, *numbers])
    return places.memory


def _places(call: Call, own: int) -> tuple[Memory, int, int] | None:
    """The rows that a node names, how many, and of how many; a check of them waits.

    None where the host must bring the arrays to one shape, or nothing is named.
    """
    shape = call.operands[0].shape
    keys = join_key(call.node.attributes["key"], call.operands[own:])
    count = prod(keys[0].shape)
    if count == 0 or any(key.shape != keys[0].shape for key in keys):
        return None
    outside = no_place(call)
    places = find_places(call, keys, shape[: len(keys)], outside)
    call.wait(outside.memory)
    return places, count, prod(shape[: len(keys)])


def taken(itemsize: int) -> Written:
    """The kernel of `take_rows` for elements of so many bytes."""
    name = f"take_rows_{itemsize}"
    return Written(name, "places.h", f"TAKE_ROWS({name}, {WORDS[itemsize]})")


def take_rows(call: Call, source: Memory, places: Memory, made: Memory, width: int) -> None:
    """Copy the rows, of so many elements, that numbers name."""
    count = prod(places.shape)
    given = [Reads(source), Reads(places), made, *as_i64([count, width])]
    call.launch(taken(made.dtype.itemsize).name, count * width, given)


@dataclass(frozen=True, slots=True)
class Taken:
    """`x[i, j]` of arrays of one shape."""

    dtype: np.dtype
    keys: tuple[np.dtype, ...]

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They find places, then take rows."""
        return *copies(4, "fill"), *finds(self.keys), taken(self.dtype.itemsize)

    def run(self, call: Call) -> list[Any] | None:
        """The rows."""
        if call.is_on_host or (found := _places(call, 1)) is None:
            return None
        places, *_ = found
        behind = call.operands[0].shape[len(self.keys) :]
        made = call.make(call.node.results[-1], (*call.operands[1].shape, *behind), self.dtype)
        take_rows(call, call.operands[0].memory, places, made.memory, prod(behind))
        return call.made(made)


@dataclass(frozen=True, slots=True)
class Kept:
    """A write to `x[i, j]`, in place where nobody else can see the array.

    Attributes:
        op: which.
        dtype: of the array.
        computed: in which it is computed.
        keys: the dtypes of the arrays that name rows.
    """

    op: str
    dtype: np.dtype
    computed: np.dtype
    keys: tuple[np.dtype, ...]

    @property
    def _name(self) -> str:
        return f"{self.op}_{dtype_text(self.dtype)}_{dtype_text(self.computed)}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They find places, then write rows."""
        types = f"{dtype_text(self.dtype)}, {dtype_text(self.computed)}"
        line = f"WRITE_ROWS({self._name}, {types}, {MADE[self.op]})"
        fills = (*copies(4, "fill"), *copies(self.computed.itemsize, "fill"))
        copied = (*fills, *copies(self.dtype.itemsize, "copy"))
        return *copied, *finds(self.keys), Written(self._name, "places.h", line)

    def run(self, call: Call) -> list[Any] | None:
        """The array with rows changed."""
        if call.is_on_host:
            return None
        named, axes = call.operands[2].shape, len(self.keys)
        written = (*named, *call.operands[0].shape[axes:])
        steps = self._steps(call, written, len(named))
        values = self._values(call)
        if steps is None or values is None or prod(written) == 0:
            return None
        if (found := _places(call, 2)) is None:
            return None
        places, count, rows = found
        result = own_copy(call, self.dtype)
        width = prod(call.operands[0].shape[axes:])
        given = [result.memory, Reads(places), Reads(values)]
        call.launch(self._name, rows, [*given, *as_i64([rows, width, count, *steps])], each=8)
        return [result]

    def _steps(self, call: Call, written: tuple[int, ...], axes: int) -> tuple[int, int] | None:
        """How far apart the values of places and of columns are; None where they are not evenly."""
        shape = np.shape(call.operands[1])
        if prod(shape) == 1 and len(shape) <= len(written):
            return 0, 0
        width = prod(written[axes:])
        if shape == written:
            return width, 1
        return (0, 1) if shape == written[axes:] else None

    def _values(self, call: Call) -> Memory | None:
        """What is written, in memory; None where the host must convert it, or refuse."""
        value = call.operands[1]
        if isinstance(value, Placed) and default_dtype(value.type) == self.computed:
            return value.memory
        number = value.host if isinstance(value, Placed) else value
        one = np.empty(1, self.computed)
        try:
            one[0] = number
        except (ValueError, TypeError, OverflowError):
            return None
        block = call.blocks.empty((), self.computed)
        fill(call, one[0], block.memory, whole(()))
        call.keep(block)
        return block.memory
