"""Attention in one kernel, with an online softmax: scores are never whole."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.gpu.device import SHARED, Argument
from dslc.gpu.placed import Placed
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.dtypes import BOOL, BY_NAME, is_float
from dslc.ir.graph import Node, type_of
from dslc.ir.ops.operands import HALVES
from dslc.ir.types import TensorType, default_dtype, shape_of

from .call import Call, Procedure, Reads, Written, as_i64
from .strided import Strided, merged, whole

OP = "scaled_dot_product_attention"
QUERIES, KEYS, DEPTH = 16, 32, 16
"""Of a block of `rt/attention.h`."""

FAR = 2**62
"""Further than any key is."""


def attention_procedure(node: Node) -> Procedure | None:
    """What computes attention; None where the kernel has no such mask or dtype."""
    if node.op.name != OP:
        return None
    types = [type_of(each) for each in node.operands]
    if not all(isinstance(each, TensorType) for each in types) or len(types) > 4:
        return None
    dtypes = [default_dtype(each) for each in types]
    own = dtypes[0]
    if len({*dtypes[:3]}) != 1 or not is_float(own) or own != default_dtype(node.results[0].type):
        return None
    computed = BY_NAME["f32"] if own in HALVES else own
    mask = dtypes[3] if len(types) == 4 else None
    features = shape_of(types[2])[-1]
    if isinstance(features, int) and _shared(features, computed) > SHARED:
        return None
    if mask not in (None, BOOL, own, computed) or len(shape_of(types[0])) > 5:
        return None
    return Attention(own, computed, mask)


@dataclass(frozen=True, slots=True)
class Attention:
    """Attention.

    Attributes:
        dtype: of queries, keys and values.
        computed: in which it is computed.
        mask: the dtype of the mask, if there is one.
    """

    dtype: np.dtype
    computed: np.dtype
    mask: np.dtype | None

    @property
    def _form(self) -> str:
        return "none" if self.mask is None else "truths" if self.mask == BOOL else "added"

    @property
    def _name(self) -> str:
        of_mask = "" if self.mask is None else f"_{dtype_text(self.mask)}"
        return f"attend_{dtype_text(self.dtype)}{of_mask}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """One for all sizes."""
        own, computed = dtype_text(self.dtype), dtype_text(self.computed)
        mask = dtype_text(BOOL if self.mask is None else self.mask)
        line = f"ATTEND({self._name}, {own}, {computed}, {self._form}, {mask})"
        return (Written(self._name, "attention.h", line),)

    def run(self, call: Call) -> list[Any] | None:
        """The means."""
        q, k, v, *masks = call.operands
        shape = call.shape_of(call.node.results[0])
        *batch, tokens, features = shape
        places, dim = k.shape[-2:]
        shared = _shared(features, self.computed)
        stacks = self._stacks(call, tuple(batch), (tokens, places))
        if 0 in shape or 0 in (places, dim) or shared > SHARED or stacks is None:
            return None
        extents, steps, of_mask = stacks
        behind, ahead = _window(call.node)
        scale = call.node.attributes["scale"]
        scale = 1.0 / math.sqrt(dim) if scale is None else scale
        everywhere = self.mask is None and call.node.attributes["window"] is None
        made = call.make(call.node.results[0], shape, self.dtype)
        mask = Reads(masks[0].memory) if masks else None
        arrays = [Reads(each.memory) for each in (q, k, v)]
        count = math.prod(batch)
        numbers = [count, tokens, places, dim, features, *extents[1:]]
        more: list[Argument] = [self.computed.type(scale), *as_i64([behind, ahead])]
        given = [*arrays, mask, made.memory, *as_i64([*numbers, *steps, *of_mask]), *more]
        work = count * -(-tokens // QUERIES)
        call.launch(self._name, work, [*given, np.bool_(everywhere)], each=1, shared=shared)
        return [made]

    def _stacks(
        self, call: Call, batch: tuple[int, ...], own: tuple[int, int]
    ) -> tuple[list[int], list[int], list[int]] | None:
        """Three axes before the matrices, how far apart those of operands lie, and of the mask."""
        q, k, v, *masks = call.operands
        grouped = call.node.attributes["grouped"]
        each = q.shape[-3] // k.shape[-3] if grouped else 1
        full = (*batch[:-1], batch[-1] // each, each) if grouped else batch
        try:
            shapes = (
                _stack(operand.shape[:-2], number == 0, each, grouped=grouped)
                for number, operand in enumerate((q, k, v))
            )
            stacks = [whole(shape).stretched(full) for shape in shapes]
            mask = self._mask(masks, batch, own)
        except ValueError:
            return None
        head = Strided(0, full, _split(mask.steps[:-2], each) if grouped else mask.steps[:-2])
        axes = merged(*stacks, head)
        if len(axes) > 3:
            return None
        filled = [(1, 0, 0, 0, 0)] * (3 - len(axes)) + axes
        steps = [axis[number] for number in (1, 2, 3, 4) for axis in filled]
        return [axis[0] for axis in filled], steps, list(mask.steps[-2:])

    def _mask(self, masks: list[Placed], batch: tuple[int, ...], own: tuple[int, int]) -> Strided:
        shape = (*batch, *own)
        if not masks:
            return Strided(0, shape, (0,) * len(shape))
        return whole(masks[0].shape).stretched(shape)


def _stack(
    shape: tuple[int, ...], is_of_queries: bool, each: int, *, grouped: bool
) -> tuple[int, ...]:
    """The axes before matrices; heads that share keys and values in an axis of their own."""
    if not grouped:
        return shape
    return (*shape[:-1], shape[-1] // each, each) if is_of_queries else (*shape, 1)


def _split(steps: tuple[int, ...], each: int) -> tuple[int, ...]:
    """The steps of an axis of heads as those of groups and of heads in one."""
    return (*steps[:-1], steps[-1] * each, steps[-1])


def _shared(features: int, computed: np.dtype) -> int:
    """The shared memory of a block."""
    fixed = KEYS * (DEPTH + 1) + QUERIES * (DEPTH + KEYS + 1)
    return (fixed + QUERIES * features) * computed.itemsize


def _window(node: Node) -> tuple[int, int]:
    """How many keys before its own a query sees, and how many behind it."""
    window = node.attributes["window"]
    back, ahead = window if isinstance(window, tuple | list) else (window, window)
    ahead = FAR if ahead is None else ahead
    return FAR if back is None else back, min(ahead, 0) if node.attributes["causal"] else ahead
