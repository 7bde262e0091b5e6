"""Random bits."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Node

from .call import SMALL, Call, Procedure, Reads, Written


def words_procedure(node: Node) -> Procedure | None:
    """What draws random bits."""
    return Bits() if node.op.name == "random_bits" else None


@dataclass(frozen=True, slots=True)
class Bits:
    """Words of 32 random bits."""

    @property
    def kernels(self) -> tuple[Written, ...]:
        """One."""
        return (Written("random_bits", "words.h", "RANDOM_BITS(random_bits)"),)

    def run(self, call: Call) -> list[Any] | None:
        """The words, where they are many."""
        result = call.node.results[0]
        shape, stream = call.shape_of(result), call.node.attributes["stream"]
        if min(shape, default=0) < 0 or (call.is_on_host and prod(shape) <= SMALL):
            return None
        made = call.make(result, shape, BY_NAME["u32"])
        size = prod(shape)
        arguments = [Reads(call.operands[0].memory), made.memory, np.int64(size), np.uint32(stream)]
        call.launch("random_bits", -(-size // 4), arguments)
        return [made]
