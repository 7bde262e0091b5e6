"""Checks that the device makes while the host goes on, which looks later what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import evaluate as number_of
from dslc.ir.dtypes import BOOL, BY_NAME
from dslc.ir.execution import run_node
from dslc.ir.graph import Node, Value
from dslc.ir.lent import Memory
from dslc.ir.nests.language import Apply, Load, Local, Loop, Nest, Number, Total, Whole
from dslc.ir.nests.reader import Reader
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, Type

from .arena import Block, Blocks
from .device import Device

SLOTS = 64
"""Checks that wait at most: what they are about stays in memory until then."""

I64 = ScalarType(BY_NAME["i64"])
TRUTH = ScalarType(BOOL)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A check that the device has made, or will.

    Attributes:
        node: what it is for, which says on the host what is wrong.
        operands: of the node.
        sizes: at the node.
        fails_with: the truth that the device finds where the check fails.
    """

    node: Node
    operands: Sequence[Any]
    sizes: Mapping[str, int]
    fails_with: bool


class Checks:
    """The error buffer of a run: an element for each check that waits.

    Args:
        device: where it lies.
        blocks: the memory of the run.
    """

    def __init__(self, device: Device, blocks: Blocks) -> None:
        self._device, self._blocks = device, blocks
        self._buffer: Block | None = None
        self._waiting: list[Waiting] = []

    def wait(self, made: Waiting, found: Memory) -> None:
        """Keep what the device finds for later."""
        if len(self._waiting) == SLOTS:
            self.settle()
        if self._buffer is None:
            self._buffer = self._blocks.empty((SLOTS,), BOOL)
        self._device.put(self._buffer.memory, len(self._waiting), found)
        self._waiting.append(made)

    @property
    def waiting(self) -> tuple[Memory, list[bool]] | None:
        """The buffer, and what in it stands for a check that failed; None where none wait."""
        if self._buffer is None or not self._waiting:
            return None
        return self._buffer.memory, [each.fails_with for each in self._waiting]

    def settle(self) -> None:
        """Look at all that wait.

        Raises:
            Exception: that of the first which fails.
        """
        if self._buffer is None or not self._waiting:
            return
        found = self._device.download(self._buffer.memory)
        waiting, self._waiting = self._waiting, []
        for each, truth in zip(waiting, found, strict=False):
            if truth == each.fails_with:
                with np.errstate(all="ignore"):
                    run_node(each.node, list(map(_on_host, each.operands)), dict(each.sizes))
                raise CompilerBug(f"`{each.node.op.name}` fails on the device alone")


def _on_host(value: Any) -> Any:
    return getattr(value, "host", value)


# --- places that a gather looks at ----------------------------------------------------------------


def outside_of(node: Node) -> Nest | None:
    """Loops that find whether a place of a `within` is outside; None where the host looks."""
    (indices,) = node.operands
    if node.attributes["mode"] != "raise" or not isinstance(indices, Value):
        return None
    if not isinstance(indices.type, TensorType) or indices.type.dtype.kind not in "iu":
        return None
    reader = Reader()
    reader.name(indices, indices.hint or "indices")
    array, index, size = reader.array(indices), reader.index(), node.attributes["size"]
    given = Load(array, (index,)) if indices.shape else Load(array, ())
    types: tuple[Type, ...] = (TensorType(I64.dtype, indices.shape), Whole(size).type)
    place = Apply(REGISTRY["cast"], (given,), {"dtype": I64.dtype}, (indices.type,), I64)
    tests = (
        Apply(REGISTRY["less"], (place, Whole(0 - size)), {}, types, TRUTH),
        Apply(REGISTRY["greater_equal"], (place, Whole(size)), {}, types, TRUTH),
    )
    whole = TensorType(BOOL, indices.shape)
    either = Apply(REGISTRY["logical_or"], tests, {}, (whole, whole), TRUTH)
    found = Local("outside", TRUTH)
    total = Total(either, node, found, "any", Number(np.False_))
    loop = Loop(index, prod(indices.shape, start=1), [total])
    return Nest((array,), (found,), (), [loop])


def never_fails(node: Node, sizes: Mapping[str, int]) -> bool:
    """Whether a `within` finds a place for each integer, as where they wrap or are clipped."""
    attributes = node.attributes
    return attributes["mode"] != "raise" and number_of(attributes["size"], sizes) > 0


def is_trivial(node: Node, sizes: Mapping[str, int]) -> bool:
    """Whether sizes alone say what a `within` says."""
    attributes = node.attributes
    size = number_of(attributes["size"], sizes)
    return size == 0 or 0 in [number_of(each, sizes) for each in attributes["unless"]]
