"""Rows in ascending order, and the places that they have in it."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.device import SHARED
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType

from .call import SMALL, Call, Procedure, Reads, Written, as_i64

I32, I64 = BY_NAME["i32"], BY_NAME["i64"]

MOST = 1 << 30
"""Elements of a row at most: places have 32 bits."""


def sorting_procedure(node: Node) -> Procedure | None:
    """What sorts along the last axis."""
    if node.op.name not in ("sort", "argsort"):
        return None
    type_, axis = type_of(node.operands[0]), node.attributes["axis"]
    if not isinstance(type_, TensorType) or not type_.rank or axis not in (-1, type_.rank - 1):
        return None
    if type_.dtype.kind not in "iufb" or (type_.dtype.itemsize == 2 and type_.dtype.kind == "f"):
        return None
    return Sorted(type_.dtype, places=node.op.name == "argsort")


@dataclass(frozen=True, slots=True)
class Sorted:
    """`sort` or `argsort`, in which equal elements keep their order."""

    dtype: np.dtype
    places: bool

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They find the order of each row, then give the elements or their places."""
        name = dtype_text(self.dtype)
        last = Written("places_in_order", "sorting.h", "PLACES_IN_ORDER(places_in_order)")
        if not self.places:
            line = f"TAKE_IN_ORDER(take_in_order_{name}, {name})"
            last = Written(f"take_in_order_{name}", "sorting.h", line)
        return (
            Written(f"sort_rows_{name}", "sorting.h", f"SORT_ROWS(sort_rows_{name}, {name})"),
            Written(f"sort_step_{name}", "sorting.h", f"SORT_STEP(sort_step_{name}, {name})"),
            last,
        )

    def run(self, call: Call) -> list[Any] | None:
        """The sorted rows, or the places."""
        source = call.operands[0]
        count, length = prod(source.shape), source.shape[-1]
        if count == 0 or length > MOST or (call.is_on_host and count <= SMALL):
            return None
        rows, size = count // length, max(2, 1 << (length - 1).bit_length())
        orders = call.blocks.empty((rows * size,), I32)
        numbers = [rows, length, size]
        self._order(call, [Reads(source.memory), orders.memory], numbers)
        dtype = I64 if self.places else self.dtype
        made = call.make(call.node.results[0], source.shape, dtype)
        given = [Reads(orders.memory), made.memory, *as_i64(numbers)]
        if not self.places:
            given.insert(0, Reads(source.memory))
        call.launch(self.kernels[-1].name, count, given)
        return [made]

    def _order(self, call: Call, arrays: list[Any], numbers: list[int]) -> None:
        rows, length, size = numbers
        shared = size * 4 + length * self.dtype.itemsize
        if shared <= SHARED:
            given = [*arrays, *as_i64(numbers)]
            call.launch(self.kernels[0].name, rows, given, each=1, shared=shared)
            return
        run = 2
        while run <= size:
            step = run // 2
            while step:
                given = [*arrays, *as_i64([*numbers, run, step])]
                call.launch(self.kernels[1].name, rows * (size // 2), given)
                step //= 2
            run *= 2
