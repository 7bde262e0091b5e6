"""The device memory of a plan: one piece, in which a run finds its arrays where they were planned.

The first run for some sizes takes what it needs from the device, and notes when each array began
and ended to be live; these are packed (`ir.memory.pack`). Later runs for the same sizes take
nothing: the plan is advice, so what does not fit (a loop that runs longer, a branch that was not
taken) is taken from the device, and all is packed anew for the next run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from threading import Lock

import numpy as np

from dslc.ir.lent import Memory
from dslc.ir.memory import pack

from .device import Device

ALIGNED = 256
"""Bytes that each array begins at a multiple of."""

STEPS = 2_000
"""Steps of the search for a good packing."""

MOST_PLANS = 64
"""Sets of sizes that are remembered."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Where the arrays of a run lie, in the order in which it asks for them.

    Attributes:
        starts: in bytes.
        sizes: the same.
        peak: the bytes of all.
    """

    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    peak: int


class Arena:
    """The memory of a plan, for one run at a time.

    Args:
        device: where it lies.

    Attributes:
        packed: by sizes.
    """

    def __init__(self, device: Device) -> None:
        self.device = device
        self.packed: dict[tuple[tuple[str, int], ...], Packed] = {}
        self.memory: Memory = None
        self._size = 0
        self._lock = Lock()

    def begin(self, sizes: Mapping[str, int]) -> Blocks:
        """The memory of a run; one that begins while another runs takes it from the device."""
        key = tuple(sorted(sizes.items()))
        if not self._lock.acquire(blocking=False):
            return Blocks(self, key, None)
        return Blocks(self, key, self.packed.get(key), is_alone=True)

    def end(self, blocks: Blocks) -> None:
        """A run has ended."""
        if not blocks.is_alone:
            return
        try:
            if blocks.taken:
                self._pack(blocks)
        finally:
            self._lock.release()

    def _pack(self, blocks: Blocks) -> None:
        rows = [(n, *life, size) for n, (life, size) in enumerate(blocks.rows())]
        found = pack(rows, seconds=np.inf, steps=STEPS)
        starts = tuple(found.offsets[number] for number in range(len(rows)))
        while len(self.packed) >= MOST_PLANS:
            del self.packed[next(iter(self.packed))]
        self.packed[blocks.key] = Packed(starts, tuple(row[3] for row in rows), found.peak)
        if found.peak > self._size:
            self.memory = None
            self.memory = self.device.empty((found.peak,), np.dtype(np.uint8))
            self._size = found.peak


class Block:
    """An array of a run; its place is free again when nobody has it.

    Attributes:
        memory: the array.
    """

    __slots__ = ("_blocks", "_number", "memory")

    def __init__(self, blocks: Blocks, number: int, memory: Memory) -> None:
        self._blocks, self._number, self.memory = blocks, number, memory

    def __del__(self) -> None:
        self._blocks.free(self._number)


class Blocks:
    """The arrays of one run.

    Attributes:
        key: its sizes.
        is_alone: whether it has the arena.
        taken: how many arrays it took from the device.
        keeps_uploads: whether what is copied to the device stays there, outside of the arena.
    """

    keeps_uploads = False

    def __init__(
        self,
        arena: Arena,
        key: tuple[tuple[str, int], ...],
        packed: Packed | None,
        *,
        is_alone: bool = False,
    ) -> None:
        self.key, self.is_alone, self.taken = key, is_alone, 0
        self._arena, self._packed = arena, packed
        self._clock = 0
        self._begun: list[int] = []
        self._ended: list[int] = []
        self._sizes: list[int] = []
        self._live: dict[int, tuple[int, int]] = {}

    @property
    def is_packed(self) -> bool:
        """Whether it is planned where its arrays lie."""
        return self._packed is not None

    def for_upload(self, shape: tuple[int, ...], dtype: np.dtype) -> Block:
        """An array that something of the host is copied to."""
        if not self.keeps_uploads:
            return self.empty(shape, dtype)
        number, _ = self._begin(shape, dtype)
        return Block(self, number, self._arena.device.empty(shape, dtype))

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> Block:
        """An array of anything."""
        number, size = self._begin(shape, dtype)
        start = self._place(number, size)
        device = self._arena.device
        if start is None:
            self.taken += 1
            return Block(self, number, device.empty(shape, dtype))
        self._live[number] = start, start + size
        return Block(self, number, device.part(self._arena.memory, start, shape, dtype))

    def _begin(self, shape: tuple[int, ...], dtype: np.dtype) -> tuple[int, int]:
        """The number of an array that is live from now on, and its bytes."""
        size = max(1, -(-prod(shape) * dtype.itemsize // ALIGNED)) * ALIGNED
        number = len(self._sizes)
        self._clock += 1
        self._begun.append(self._clock)
        self._ended.append(-1)
        self._sizes.append(size)
        return number, size

    def _place(self, number: int, size: int) -> int | None:
        """Where an array was planned, if that is free and it has the size that it had then."""
        packed = self._packed
        if packed is None or number >= len(packed.sizes) or packed.sizes[number] != size:
            return None
        start = packed.starts[number]
        taken = any(start < last and first < start + size for first, last in self._live.values())
        return None if taken else start

    def free(self, number: int) -> None:
        """An array is no longer needed by what is launched from now on."""
        self._clock += 1
        self._ended[number] = self._clock
        self._live.pop(number, None)

    def rows(self) -> list[tuple[tuple[int, int], int]]:
        """When each array began and ended to be live, and its bytes."""
        ends = [self._clock + 1 if each < 0 else each for each in self._ended]
        return list(zip(zip(self._begun, ends, strict=True), self._sizes, strict=True))
