"""Offsets of segments, as ragged values have them, and products with sparse matrices."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.arena import Block
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dims import evaluate as number_of
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node, type_of
from dslc.ir.nests.checks import DIVIDED
from dslc.ir.types import TensorType

from .call import Call, Procedure, Reads, Written, as_i64
from .rows import I64, find_places, finds, no_place
from .strided import copies, fill, whole

FLOATS = (BY_NAME["f32"], BY_NAME["f64"])
SPARSE = ("csr_matmul", "coo_matmul")


def segments_procedure(node: Node) -> Procedure | None:
    """What looks at the offsets of segments, or computes a product with a sparse matrix."""
    if node.op is DIVIDED:
        return Divided()
    if node.op.name not in SPARSE:
        return None
    types = tuple(map(type_of, node.operands))
    dtypes = tuple(each.dtype for each in types if isinstance(each, TensorType))
    if dtypes[0] not in FLOATS or dtypes[-1] != dtypes[0] or len(dtypes) < len(types):
        return None
    return Sparse(node.op.name, *dtypes[:3])


def _looks(dtype: np.dtype) -> Written:
    name = f"look_at_offsets_{dtype_text(dtype)}"
    return Written(name, "segments.h", f"LOOK_AT_OFFSETS({name}, {dtype_text(dtype)})")


def _look(call: Call, offsets: Any, outside: Block, total: int, *, needs_one: bool = False) -> None:
    """Look whether offsets divide so many values into segments."""
    count = offsets.shape[0]
    numbers = [*as_i64([count, total]), np.bool_(needs_one)]
    name = f"look_at_offsets_{dtype_text(offsets.type.dtype)}"
    call.launch(name, count, [Reads(offsets.memory), outside.memory, *numbers])


@dataclass(frozen=True, slots=True)
class Divided:
    """Offsets are looked at before kernels read segments; what came of it is told later."""

    @property
    def kernels(self) -> tuple[Written, ...]:
        """One that looks."""
        return *copies(4, "fill"), _looks(I64)

    def run(self, call: Call) -> list[Any] | None:
        """Nothing."""
        (offsets,) = call.operands
        if offsets.shape[0] < 1:
            return None
        attributes = call.node.attributes
        size, *unless = (
            number_of(e, call.sizes) for e in (attributes["size"], *attributes["unless"])
        )
        outside = no_place(call)
        needs_one = attributes["message"] != "" and 0 not in unless
        _look(call, offsets, outside, size, needs_one=needs_one)
        call.wait(outside.memory)
        return []


@dataclass(frozen=True, slots=True)
class Sparse:
    """The product of a sparse matrix and a dense one.

    Attributes:
        op: which.
        dtype: of the entries, and of the result.
        first: the dtype of the second operand: the columns of entries in compressed rows, else
            their rows.
        second: of the third: the pointers of rows, else the columns.
    """

    op: str
    dtype: np.dtype
    first: np.dtype
    second: np.dtype

    @property
    def _name(self) -> str:
        own = f"_{dtype_text(self.second)}" if self.op == "csr_matmul" else ""
        return f"{self.op}_{dtype_text(self.dtype)}{own}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They look at pointers and places, then multiply."""
        type_, own = dtype_text(self.dtype), dtype_text(self.second)
        if self.op == "csr_matmul":
            line = f"CSR_MATMUL({self._name}, {type_}, {own})"
            looks = (_looks(self.second), *finds((self.first,)))
        else:
            line = f"COO_MATMUL({self._name}, {type_})"
            looks = finds((self.first, self.second))
        fills = (*copies(4, "fill"), *copies(self.dtype.itemsize, "fill"))
        return *fills, *looks, Written(self._name, "segments.h", line)

    def run(self, call: Call) -> list[Any] | None:
        """The product."""
        data, first, second, dense = call.operands
        shape, entries = call.shape_of(call.node.results[0]), data.shape[0]
        if call.is_on_host or prod(shape) == 0 or entries == 0 or dense.shape[0] == 0:
            return None
        rows, width = shape[0], prod(shape[1:])
        outside = no_place(call)
        made = call.make(call.node.results[0], shape, self.dtype)
        numbers = as_i64([rows, width, entries])
        if self.op == "csr_matmul":
            _look(call, second, outside, entries)
            columns = find_places(call, [first], (dense.shape[0],), outside)
            arrays = [Reads(data.memory), Reads(columns), Reads(second.memory)]
            work, each = rows * width, 0
        else:
            columns = find_places(call, [second], (dense.shape[0],), outside)
            places = find_places(call, [first], (rows,), outside)
            fill(call, self.dtype.type(0), made.memory, whole(shape))
            arrays = [Reads(data.memory), Reads(places), Reads(columns)]
            work, each = rows, 8
        call.wait(outside.memory)
        arrays += [Reads(dense.memory)]
        call.launch(self._name, work, [*arrays, made.memory, *numbers], each=each)
        return [made]
