"""What the launch plan needs of a machine, and how many threads a kernel gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from dslc.ir.dims import evaluate
from dslc.ir.lent import Lender, Memory

from .kernels import Kernel
from .streams import Reach

Argument: TypeAlias = "Memory | np.generic | None"
"""Of a kernel: an array, a scalar of exactly the parameter's type, None for no address."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that a device is told to do.

    Attributes:
        start: tells it.
        reach: what memory it reaches.
    """

    start: Callable[[], None]
    reach: Reach


class Code(Protocol):
    """A compiled text."""

    def launch(
        self, launch: Launch, arguments: Sequence[Argument], constant: Sequence[bool]
    ) -> None:
        """Start a kernel after all that was started before.

        `constant` says of each argument whether it is an array that the kernel only reads.
        """
        ...


class Device(Lender, Protocol):
    """A machine that runs kernels; all it is told to do happens in that order.

    A download waits for all that the array depends on.

    Attributes:
        has_library: whether `matmul` is there.
    """

    has_library: bool

    def compile(self, text: str, kernels: Mapping[str, str]) -> Code:
        """Compile CUDA C++: all kernels together, or by name each with a text of its own."""
        ...

    def part(self, memory: Memory, start: int, shape: tuple[int, ...], dtype: np.dtype) -> Memory:
        """An array of anything, from a byte of an array of bytes on."""
        ...

    def reshape(self, array: Memory, shape: tuple[int, ...]) -> Memory:
        """The same elements in another shape."""
        ...

    def view(self, array: Memory, start: int, shape: tuple[int, ...]) -> Memory:
        """The elements of an array from a place on, in C order, as an array of some shape."""
        ...

    def transpose(self, array: Memory, axes: tuple[int, ...]) -> Memory:
        """A view with other axes, which only `matmul` takes."""
        ...

    def graph(self, steps: Sequence[Step]) -> Callable[[], None]:
        """What starts all steps at once; those that have to keep their order do (`streams.py`)."""
        ...

    def put(self, array: Memory, place: int, value: Memory) -> None:
        """Set an element of an array of one axis to an array without axes."""
        ...

    def matmul(self, left: Memory, right: Memory, into: Memory) -> None:
        """The product of matrices, by the library of the machine."""
        ...


# --- how many threads ---------------------------------------------------------------------------

THREADS = 256
"""In a block, but for kernels of one thread."""

SCRATCH = 256 * 8
"""Bytes of shared memory that a team exchanges values in: `scratch_bytes` of rt/device.h."""

SHARED = 48 * 1024
"""Bytes of shared memory that each block has on every GPU."""

MOST_BLOCKS = 1 << 16
MOST_BLOCKS_WITH_ROWS = 512
"""Where rows lie in device memory, each team needs its own."""

PARTS = 1 << 10
"""Blocks that reduce everything, at most."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a kernel is launched.

    Attributes:
        kernel: its name.
        grid: blocks.
        block: threads of a block along two axes: those of a team, and how many teams.
        shared: bytes of dynamic shared memory.
        row_bytes: of the rows of one team.
        row_memory: bytes of device memory for the rows of all teams; 0 where they are shared.
        wide: whether its indices have 64 bits, not 32.
    """

    kernel: str
    grid: int
    block: tuple[int, int]
    shared: int = 0
    row_bytes: int = 0
    row_memory: int = 0
    wide: bool = False


def launch_of(kernel: Kernel, sizes: Mapping[str, int], most: int = MOST_BLOCKS) -> Launch | None:
    """How a kernel is launched for these sizes; None where there is nothing to do.

    `most` limits the blocks; no result depends on it.
    """
    extent = evaluate(kernel.extent, sizes)
    if kernel.kind == "single":
        return Launch(kernel.name, 1, (1, 1))
    if kernel.kind == "total":
        return Launch(kernel.name, 1, (THREADS, 1), SCRATCH)
    if kernel.kind == "parts":
        return Launch(kernel.name, parts_of(extent), (THREADS, 1), SCRATCH)
    if extent <= 0:
        return None
    if kernel.kind == "tiles":
        shared = evaluate(kernel.row_bytes, sizes)
        return Launch(kernel.name, min(extent, most), (THREADS, 1), shared)
    if kernel.kind == "points":
        blocks = _blocks(extent, THREADS * kernel.grouped)
        return Launch(kernel.name, min(blocks, most), (THREADS, 1))
    return _teams(kernel, extent, sizes, most)


def _teams(kernel: Kernel, extent: int, sizes: Mapping[str, int], most: int) -> Launch:
    width = max((evaluate(each, sizes) for each in kernel.widths), default=1)
    team = 8 if width <= 64 else 32 if width <= 1024 else THREADS
    row = -(-evaluate(kernel.row_bytes, sizes) // 16) * 16
    teams = min(THREADS // team, extent)
    if row:
        teams = max(1, min(teams, (SHARED - SCRATCH) // row))
    shared = SCRATCH + teams * row
    if shared <= SHARED:
        return Launch(kernel.name, min(_blocks(extent, teams), most), (team, teams), shared, row)
    blocks = min(_blocks(extent, teams), most, MOST_BLOCKS_WITH_ROWS)
    return Launch(kernel.name, blocks, (team, teams), SCRATCH, row, blocks * teams * row)


def _blocks(extent: int, each: int) -> int:
    return -(-extent // each)


def parts_of(extent: int) -> int:
    """The blocks that a reduction over so many trips is split into: a power of two."""
    depth = 0
    while extent > 128:
        extent -= extent // 2 - extent // 2 % 8
        depth += 1
    return min(1 << max(0, depth - 5), PARTS)
