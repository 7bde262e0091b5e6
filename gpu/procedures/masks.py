"""Rows of an array where a mask is true."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.device import SCRATCH
from dslc.ir.dtypes import BOOL, BY_NAME
from dslc.ir.graph import Node, type_of
from dslc.ir.types import TensorType

from .call import THREADS, Call, Procedure, Reads, Written, as_i64
from .rows import take_rows, taken
from .strided import WORDS

I64 = BY_NAME["i64"]

MOST_TILES = 1 << 12


def masks_procedure(node: Node) -> Procedure | None:
    """What takes the rows of an array, on its first axes, where a mask is true."""
    if node.op.name != "index" or node.attributes["key"] != "_":
        return None
    source, mask = map(type_of, node.operands)
    if not isinstance(source, TensorType) or source.dtype.itemsize not in WORDS:
        return None
    if not isinstance(mask, TensorType) or mask.dtype != BOOL or not mask.rank:
        return None
    return Chosen(source.dtype)


@dataclass(frozen=True, slots=True)
class Chosen:
    """`x[mask]`: how many rows it has the host reads once."""

    dtype: np.dtype

    @property
    def kernels(self) -> tuple[Written, ...]:
        """They count, find places, and take rows."""
        return (
            Written("count_true", "masks.h", "COUNT_TRUE(count_true)"),
            Written("add_up_tiles", "masks.h", "ADD_UP_TILES(add_up_tiles)"),
            Written("places_of_true", "masks.h", "PLACES_OF_TRUE(places_of_true)"),
            taken(self.dtype.itemsize),
        )

    def run(self, call: Call) -> list[Any] | None:
        """The rows."""
        source, mask = call.operands
        axes, count = len(mask.shape), prod(mask.shape)
        if call.is_on_host or count == 0 or source.shape[:axes] != mask.shape:
            return None
        each = -(-max(8 * THREADS, -(-count // MOST_TILES)) // THREADS) * THREADS
        tiles = -(-count // each)
        starts = call.blocks.empty((tiles + 1,), I64)
        given = [Reads(mask.memory), starts.memory, *as_i64([count, each])]
        call.launch("count_true", count, given, each=each, shared=SCRATCH)
        call.launch("add_up_tiles", 1, [starts.memory, np.int64(tiles)], shared=SCRATCH)
        call.checks.settle()
        (total,) = call.device.download(call.device.view(starts.memory, tiles, (1,)))
        places = call.blocks.empty((int(total),), I64)
        if total:
            given = [Reads(mask.memory), Reads(starts.memory), places.memory]
            given += as_i64([count, each])
            call.launch("places_of_true", count, given, each=each, shared=SCRATCH)
        behind = source.shape[axes:]
        made = call.make(call.node.results[-1], (int(total), *behind), self.dtype)
        take_rows(call, source.memory, places.memory, made.memory, prod(behind))
        return call.made(made)
