"""Segments of an axis, as ragged values have them, and products with sparse matrices."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.arena import Block
from dslc.gpu.device import SCRATCH
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dtypes import BY_NAME, is_float, is_integer
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType

from .call import Call, Procedure, Reads, Written, as_i64
from .rows import I64, find_places, finds, no_place
from .strided import copies, fill, whole

FLOATS = (BY_NAME["f32"], BY_NAME["f64"])
SEGMENTS = ("segment_sum", "segment_max", "segment_min", "segment_repeat", "segment_softmax")
SPARSE = ("csr_matmul", "coo_matmul")
TEAMS = (32, 8)
"""Threads of a block: warps, each for a segment."""


def segments_procedure(node: Node) -> Procedure | None:
    """What computes a node of segments or of sparse matrices."""
    types = tuple(map(type_of, node.operands))
    if not all(isinstance(each, TensorType) for each in types):
        return None
    dtypes = tuple(each.dtype for each in types if isinstance(each, TensorType))
    result = node.results[0].type
    if not isinstance(result, TensorType):
        return None
    if node.op.name in SPARSE:
        if dtypes[0] not in FLOATS or dtypes[-1] != dtypes[0]:
            return None
        return Sparse(node.op.name, *dtypes[:3])
    if node.op.name not in SEGMENTS or not _has(node.op.name, dtypes[0]):
        return None
    return Segments(node.op.name, dtypes[0], result.dtype)


def _has(name: str, dtype: np.dtype) -> bool:
    if name == "segment_softmax":
        return dtype in FLOATS
    return is_integer(dtype) or dtype in FLOATS


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
class Segments:
    """A reduction of each segment, softmax in each, or a row for each place of its segment.

    Attributes:
        op: which.
        dtype: of the values.
        made: of the result.
    """

    op: str
    dtype: np.dtype
    made: np.dtype

    @property
    def _name(self) -> str:
        return f"{self.op}_{dtype_text(self.dtype)}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They look at the offsets, then do the work."""
        type_ = dtype_text(self.dtype)
        best = {"segment_max": "np::maximum", "segment_min": "np::minimum"}
        more = dtype_text(self.made) if self.op == "segment_sum" else best.get(self.op)
        macro = "SEGMENT_BEST" if self.op in best else self.op.upper()
        line = f"{macro}({self._name}, {type_}{f', {more}' if more else ''})"
        return *copies(4, "fill"), _looks(I64), Written(self._name, "segments.h", line)

    def run(self, call: Call) -> list[Any] | None:
        """What is made of the segments."""
        values, offsets = call.operands
        shape = call.shape_of(call.node.results[0])
        if call.is_on_host or offsets.shape[0] < 1 or prod(shape) == 0:
            return None
        total = shape[0] if self.op == "segment_repeat" else values.shape[0]
        initial = call.node.attributes.get("initial")
        start = self._start(initial)
        count, width = offsets.shape[0] - 1, prod(values.shape[1:])
        if start is None or (self.op == "segment_repeat" and values.shape[0] != count):
            return None
        outside = no_place(call)
        needs_one = self.op in ("segment_max", "segment_min") and initial is None
        _look(call, offsets, outside, total, needs_one=needs_one)
        call.wait(outside.memory)
        made = call.make(call.node.results[0], shape, self.made)
        given = [Reads(values.memory), Reads(offsets.memory), made.memory]
        given += as_i64([count, total, width])
        if self.op in ("segment_sum", "segment_softmax"):
            work = count if width == 1 else -(-count * width // TEAMS[0])
            call.launch(self._name, work, given, TEAMS, each=TEAMS[1], shared=SCRATCH)
        elif self.op == "segment_repeat":
            call.launch(self._name, total * width, given)
        else:
            call.launch(self._name, count * width, [*given, start])
        return [made]

    def _start(self, initial: Any) -> np.generic | None:
        """What a reduction starts with; None where the host must convert it, or refuse."""
        if self.op not in ("segment_max", "segment_min"):
            return np.bool_(False)
        limits = np.iinfo(self.dtype) if is_integer(self.dtype) else None
        least = limits.min if limits else -np.inf
        most = limits.max if limits else np.inf
        given = initial if initial is not None else least if self.op == "segment_max" else most
        if isinstance(given, float) and not is_float(self.dtype):
            return None
        try:
            return np.full(1, given, self.dtype)[0]  # type: ignore[no-any-return]
        except (ValueError, TypeError, OverflowError):
            return None


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
