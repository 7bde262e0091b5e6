"""One call of a procedure: the operands of a node, the memory of the run, launches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from sys import getrefcount
from typing import Any, Protocol

import numpy as np

from dslc.gpu.arena import Block, Blocks
from dslc.gpu.checks import Checks, Waiting
from dslc.gpu.device import Argument, Code, Device, Launch
from dslc.gpu.placed import Placed
from dslc.ir.dims import evaluate as number_of
from dslc.ir.graph import Node, Value
from dslc.ir.lent import Memory
from dslc.ir.open_sizes import open_sizes
from dslc.ir.types import shape_of

THREADS = 256
MOST_BLOCKS = 1 << 16
SMALL = 1 << 10
"""Elements that the host makes as fast by itself, where it has all that is needed."""


@dataclass(frozen=True, slots=True)
class Written:
    """A kernel of a header: a line of text.

    Attributes:
        name: of its function.
        header: of `gpu/rt`, which has the macro.
        line: the macro with what it is for.
    """

    name: str
    header: str
    line: str

    @property
    def text(self) -> str:
        """The kernel by itself."""
        return f'#include "{self.header}"\n\n{self.line}\n'


class Procedure(Protocol):
    """What computes a node by kernels that are written by hand."""

    @property
    def kernels(self) -> tuple[Written, ...]:
        """Those that it may launch."""
        ...

    def run(self, call: Call) -> list[Any] | None:
        """The results, hidden ones first; None where the host has to do it."""
        ...


class Reads:
    """An array that a kernel only reads."""

    __slots__ = ("memory",)

    def __init__(self, memory: Memory) -> None:
        self.memory = memory


@dataclass(slots=True)
class Call:
    """A call of a procedure.

    Attributes:
        node: what is computed.
        operands: of the node, on the host or `Placed`.
        sizes: at the node.
        device: where it runs.
        blocks: the memory of the run.
        code: the loaded kernels.
        checks: those that wait.
        is_sole: whether nothing else can see the memory of the first operand.
    """

    node: Node
    operands: list[Any]
    sizes: Mapping[str, int]
    device: Device
    blocks: Blocks
    code: Code
    checks: Checks
    is_sole: bool = field(init=False)
    _kept: list[Block] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.is_sole = _is_sole(self.operands)

    @property
    def is_on_host(self) -> bool:
        """Whether nothing that it needs is on the device."""
        return not any(isinstance(each, Placed) and each.is_on_device for each in self.operands)

    def shape_of(self, value: Value) -> tuple[int, ...]:
        """The shape of a result."""
        return tuple(number_of(size, self.sizes) for size in shape_of(value.type))

    def make(self, value: Value, shape: tuple[int, ...], dtype: np.dtype) -> Placed:
        """Memory for a result."""
        return Placed(self.device, self.blocks, value.type, block=self.blocks.empty(shape, dtype))

    def view(self, value: Value, source: Placed, memory: Memory) -> Placed:
        """A result that shares the memory of an operand."""
        return Placed(self.device, self.blocks, value.type, block=source.block, memory=memory)

    def made(self, *results: Placed) -> list[Any]:
        """The results behind the sizes that they have."""
        return [*open_sizes(self.node, results), *results]

    def launch(
        self,
        kernel: str,
        work: int,
        arguments: Sequence[Argument | Reads],
        block: tuple[int, int] = (THREADS, 1),
        each: int = 0,
        shared: int = 0,
    ) -> None:
        """Start a kernel.

        Args:
            kernel: its name.
            work: how much there is to do; nothing starts where there is nothing.
            arguments: in order.
            block: threads along two axes.
            each: how much of the work a block does; 0 for one a thread.
            shared: bytes of dynamic shared memory.
        """
        if work == 0:
            return
        blocks = min(-(-work // (each or prod(block))), MOST_BLOCKS)
        given = [a.memory if isinstance(a, Reads) else a for a in arguments]
        constant = [isinstance(a, Reads) for a in arguments]
        self.code.launch(Launch(kernel, blocks, block, shared), given, constant)

    def keep(self, block: Block) -> None:
        """Keep memory until all has been launched."""
        self._kept.append(block)

    def wait(self, found: Memory) -> None:
        """Tell later that the node fails, where the device finds a truth."""
        self.checks.wait(Waiting(self.node, self.operands, dict(self.sizes), True), found)


def _is_sole(operands: list[Any]) -> bool:
    """Whether nothing but a list can see the memory of its first value."""
    if not operands or not isinstance(operands[0], Placed) or _references(operands) != _ONE:
        return False
    if not operands[0].is_on_device:
        return True  # it gets memory of its own
    return operands[0].block is not None and _references_to_block(operands) == _BLOCK


def _references(operands: list[Any]) -> int:
    return getrefcount(operands[0])


def _references_to_block(operands: list[Any]) -> int:
    return getrefcount(operands[0].block)


class _WithBlock:
    def __init__(self) -> None:
        self.block: Block | object = object()


_ONE = _references([object()])
_BLOCK = _references_to_block([_WithBlock()])


def as_i64(numbers: Sequence[int]) -> list[Argument]:
    """Whole numbers as arguments."""
    return [np.int64(each) for each in numbers]
