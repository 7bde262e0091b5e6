"""What a kernel is to those that launch it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Literal, TypeAlias

from dslc.ir.dims import Dim, Size, symbol
from dslc.ir.graph import Node
from dslc.ir.nests.language import Array, Local, Nest

BLOCKS = symbol("blocks")
"""How many blocks there are, in the shape of what each gives one element."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrayParameter:
    """An array in device memory.

    Attributes:
        array: which.
        constant: whether the kernel only reads it.
    """

    array: Array
    constant: bool


@dataclass(frozen=True, slots=True, eq=False)
class LocalParameter:
    """A scalar by value."""

    local: Local


@dataclass(frozen=True, slots=True)
class SizeParameter:
    """A size by value, with the bits that indices have."""

    symbol: str


@dataclass(frozen=True, slots=True)
class RowsParameter:
    """Memory for rows that do not fit into shared memory, and the bytes of one team's rows."""


@dataclass(frozen=True, slots=True)
class PartsParameter:
    """How many blocks the kernel had that made the parts."""


Parameter: TypeAlias = (
    ArrayParameter | LocalParameter | SizeParameter | RowsParameter | PartsParameter
)

Kind: TypeAlias = Literal["points", "teams", "tiles", "parts", "total", "single"]
"""How the threads of a kernel share its work.

points: a thread for each element, as many as there are.
teams: a team of threads for each row.
tiles: a block for each tile of a product of matrices, and what is made of its elements.
parts: a block for each part of a reduction over everything.
total: one block, which puts the parts together.
single: one thread.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """A kernel.

    Attributes:
        name: of its function.
        kind: how its threads share the work.
        parameters: what it is given, in order.
        extent: how many points, rows, or trips of the reduction.
        grouped: the points that a thread does at once.
        widths: the trips of the loops that a team shares.
        row_bytes: of the rows of one team, or of the tiles of a block.
        moved: bytes of device memory that it must move.
        operations: on elements, that it does.
        wide: sizes that it computes with, which 64 bits may not hold.
        counted: all sizes and places that it computes.
        indices: the names of its indices and how many each counts, the outermost first.
        lines: its text.
        origins: the node that each line implements.
    """

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...]
    extent: Size
    grouped: int
    widths: tuple[Size, ...]
    row_bytes: Size
    moved: Size
    operations: Size
    wide: tuple[Size, ...]
    counted: tuple[Size, ...]
    indices: tuple[tuple[str, Size], ...]
    lines: tuple[str, ...]
    origins: tuple[Node | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NestKernels:
    """The kernels of a nest, in order.

    Attributes:
        nest: whose.
        kernels: each starts when the one before has ended.
        scratch: arrays that only they use, with their own memory.
        parts: arrays with an element for each block of a reduction.
        cells: what holds a local of the nest that outlives a kernel.
    """

    nest: Nest
    kernels: tuple[Kernel, ...]
    scratch: tuple[Array, ...]
    parts: tuple[Array, ...]
    cells: dict[Local, Array]


def is_narrow(size: Size, sizes: Mapping[str, int]) -> bool:
    """Whether all that comes up while a size is computed fits in 64 bits."""
    names = sorted(size.names) if isinstance(size, Dim) else []
    return prod(max(1, abs(sizes[name])) for name in names) < 1 << 30
