"""One run of a launch plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dslc.ir.dims import evaluate as number_of
from dslc.ir.dtypes import BOOL
from dslc.ir.evaluate import Interpreter
from dslc.ir.graph import Graph, Node, Region, Value
from dslc.ir.lent import Lent, Memory
from dslc.ir.nests.language import Array, Local, Loop
from dslc.ir.op import Effects
from dslc.ir.place import Place
from dslc.ir.types import default_dtype, shape_of

from .arena import Block, Blocks
from .checks import Checks, Waiting, is_trivial, never_fails
from .device import Argument, Code, Device, Launch, launch_of
from .expressions import wide
from .kernels import (
    ArrayParameter,
    Kernel,
    LocalParameter,
    NestKernels,
    Parameter,
    PartsParameter,
    RowsParameter,
    SizeParameter,
    is_narrow,
)
from .placed import Placed, lent
from .plan import Plan
from .procedures.call import Call
from .recording import Given, Recorder, left_of
from .widths import is_wide


class Run(Interpreter):
    """One activation of a graph, whose arrays are where the nodes that made them ran.

    Attributes:
        recorder: what notes it, where it is recorded; then checks are looked at by who records.
    """

    def __init__(
        self,
        plan: Plan,
        code: Code,
        device: Device,
        blocks: Blocks,
        graph: Graph,
        sizes: Mapping[str, int],
        depth: int = 0,
        checks: Checks | None = None,
    ) -> None:
        super().__init__(graph, sizes, depth)
        self.recorder: Recorder | None = None
        self.plan, self.code, self.device, self.blocks = plan, code, device, blocks
        self.checks = checks or Checks(device, blocks)

    def results(self, arguments: Sequence[Any], *, lends: bool) -> list[Any]:
        """The results, lent ones or on the host."""
        with np.errstate(all="ignore"):
            given = self._placed(self.graph.parameters, arguments)
            found = self.region(self.graph.body, given, self.graph.place)
            return [lent(self.device, each) if lends else self.known(each) for each in found]

    def recorded(self, arguments: Sequence[Any], recorder: Recorder) -> list[Any]:
        """The results of a run that is recorded; those on the device as `Left`."""
        with np.errstate(all="ignore"):
            given = [
                Given(recorder, self.blocks, number, value.type, each)
                if isinstance(each, np.ndarray)
                else self._placed([value], [each])[0]
                for number, (value, each) in enumerate(
                    zip(self.graph.parameters, arguments, strict=True)
                )
            ]
            self.recorder = recorder
            found = self.region(self.graph.body, given, self.graph.place)
            return [left_of(each) for each in found]

    def region(self, region: Region, arguments: list[Any], place: Place) -> list[Any]:
        """The results of a region; that of a graph ends when all its checks have been looked at."""
        if region is not self.graph.body:
            return super().region(region, arguments, place)
        try:
            found = super().region(region, arguments, place)
        except Exception:
            self.checks.settle()  # what fails first is told
            raise
        if self.recorder is None:
            self.checks.settle()
        return found

    def known(self, value: Any) -> Any:
        """The value on the host, which waits for the device where it is not there yet."""
        if not isinstance(value, Placed):
            return value
        if not value.is_on_host:
            self.checks.settle()
        return value.host

    def inner(self, callee: Graph, sizes: Mapping[str, int]) -> Run:
        """The activation of a graph that this one calls."""
        machine = self.plan, self.code, self.device, self.blocks
        made = Run(*machine, callee, sizes, self.depth + 1, self.checks)
        made.recorder = self.recorder
        return made

    def primitive(self, node: Node, operands: list[Any]) -> list[Any]:
        """The results of a node: kernels, the library or the host make them."""
        where = self.plan.where(node)
        if node.op.name == "within" and never_fails(node, self.sizes):
            return []
        if where == "kernels" and not self._is_for_host(node, operands):
            return self._kernels(node, operands)
        if where == "library":
            return [self._product(node.results[0], operands)]
        if where == "view":
            memory = self.device.transpose(operands[0].memory, node.attributes["axes"])
            return [self._view(node.results[0], operands[0], memory)]
        if where == "procedure" and (made := self._written(node, operands)) is not None:
            return made
        if where == "reshape" and isinstance(operands[0], Placed) and not node.hidden:
            return self._reshaped(node, operands)
        if self._waits(node, operands, where):
            return self._checked(node, operands)
        if Effects.HOST in node.effects:
            self.checks.settle()
            if self.recorder is not None:
                self.recorder.spoiled = True
        found = super().primitive(node, [self.known(operand) for operand in operands])
        return self._placed(node.results, found)

    def _written(self, node: Node, operands: list[Any]) -> list[Any] | None:
        """What a procedure makes; None where the host has to do it."""
        machine = self.device, self.blocks, self.code, self.checks
        call = Call(node, operands, self.sizes, *machine)
        return self.plan.procedures[node].run(call)

    def _waits(self, node: Node, operands: list[Any], where: str) -> bool:
        """Whether a node is a check that the device makes, of what only the device has."""
        if not operands or not isinstance(operands[0], Placed) or operands[0].is_on_host:
            return False
        if where == "check":
            return not is_trivial(node, self.sizes)
        return node.op.name == "check" and default_dtype(operands[0].type) == BOOL

    def _checked(self, node: Node, operands: list[Any]) -> list[Any]:
        """The result of a check that has failed nowhere yet."""
        if node.op.name == "check":
            self.checks.wait(Waiting(node, operands, self.sizes.copy(), False), operands[0].memory)
            return [True]
        launches = self._launches(node)
        launches.give(launches.nest.operands[0], operands[0])
        launches.run()
        (outside,) = launches.nest.results
        found = launches.block_of(outside).memory
        self.checks.wait(Waiting(node, operands, self.sizes.copy(), True), found)
        return []

    def _is_for_host(self, node: Node, operands: list[Any]) -> bool:
        """Whether a nest has no loops and all that it needs is on the host, as `sqrt(d)` has.

        Also where its sizes may be more than 64 bits hold.
        """
        wide = (size for kernel in self.plan.kernels[node].kernels for size in kernel.wide)
        if any(not is_narrow(size, self.sizes) for size in wide):
            return True
        if any(isinstance(each, Loop) for each in self.plan.kernels[node].nest.body):
            return False
        return all(each.is_on_host for each in operands if isinstance(each, Placed))

    def _reshaped(self, node: Node, operands: list[Any]) -> list[Any]:
        result = node.results[-1]
        shape = tuple(number_of(size, self.sizes) for size in result.shape)
        return [self._view(result, operands[0], self.device.reshape(operands[0].memory, shape))]

    def _view(self, result: Value, source: Placed, memory: Memory) -> Placed:
        """Another view of an array, which keeps its place."""
        return Placed(self.device, self.blocks, result.type, block=source.block, memory=memory)

    def _product(self, result: Value, operands: list[Any]) -> Placed:
        shape = tuple(number_of(size, self.sizes) for size in shape_of(result.type))
        block = self.blocks.empty(shape, default_dtype(result.type))
        left, right = (operand.memory for operand in operands)
        self.device.matmul(left, right, block.memory)
        return Placed(self.device, self.blocks, result.type, block=block)

    def _placed(self, values: Sequence[Value], found: Sequence[Any]) -> list[Any]:
        machine = self.device, self.blocks
        return [
            Placed(*machine, value.type, host=each)
            if isinstance(each, np.ndarray)
            else Placed(*machine, value.type, memory=each.memory)
            if isinstance(each, Lent)
            else each
            for value, each in zip(values, found, strict=True)
        ]

    # --- kernels ----------------------------------------------------------------------------------

    def _launches(self, node: Node) -> Launches:
        return Launches(self.plan.kernels[node], self.blocks, self.code, self.sizes, self.known)

    def _kernels(self, node: Node, operands: list[Any]) -> list[Any]:
        launches = self._launches(node)
        nest, cells = launches.nest, self.plan.kernels[node].cells
        for each, value in zip(nest.operands, operands, strict=True):
            if isinstance(each, Local) and each in cells and not isinstance(value, Placed):
                launches.give(each, Placed(self.device, self.blocks, each.type, host=value))
            else:
                launches.give(each, value)
        for each in nest.results:
            if isinstance(each, Array):
                launches.make(each)
        launches.run()
        return [
            Placed(self.device, self.blocks, value.type, block=launches.block_of(each))
            for each, value in zip(nest.results, node.results, strict=False)
        ] + [None] * len(nest.rows)  # nothing else reads rows


class Launches:
    """The launches of one nest: the memory of its arrays, and the kernels in order."""

    def __init__(
        self,
        kernels: NestKernels,
        blocks: Blocks,
        code: Code,
        sizes: Mapping[str, int],
        known: Callable[[Any], Any],
    ) -> None:
        self.nest = kernels.nest
        self._kernels, self._empty, self._code = kernels, blocks.empty, code
        self._sizes, self._known = sizes, known
        self._memory: dict[Array, Memory] = {}
        self._blocks: dict[Array, Block] = {}
        self._scalars: dict[Local, Any] = {}
        self._kept: list[Placed] = []
        self._parts = 1

    def give(self, each: Array | Local, value: Any) -> None:
        """Give an operand."""
        cell = self._kernels.cells.get(each) if isinstance(each, Local) else None
        if cell is not None:
            self._memory[cell] = value.memory
            self._kept.append(value)
        elif isinstance(each, Local):
            self._scalars[each] = value
        else:
            self._memory[each] = value.memory

    def make(self, array: Array) -> None:
        """Make memory for an array."""
        shape = tuple(number_of(size, self._sizes) for size in array.shape)
        self._keep(array, shape)

    def _keep(self, array: Array, shape: tuple[int, ...]) -> None:
        block = self._blocks[array] = self._empty(shape, array.dtype)
        self._memory[array] = block.memory

    def block_of(self, each: Array | Local) -> Block:
        """The memory of a result."""
        return self._blocks[self._kernels.cells[each] if isinstance(each, Local) else each]

    def run(self) -> None:
        """Launch the kernels."""
        for array in (*self._kernels.scratch, *self._kernels.cells.values()):
            if array not in self._memory:
                self.make(array)
        for kernel in self._kernels.kernels:
            launch = launch_of(kernel, self._sizes)
            if launch is None:
                continue
            launch = replace(launch, wide=is_wide(kernel, self._sizes))
            if kernel.kind == "parts":
                self._parts = launch.grid
                self._make_parts(kernel, launch.grid)
            self._launch(kernel, launch)

    def _make_parts(self, kernel: Kernel, count: int) -> None:
        for array in self._kernels.parts:
            if array not in self._memory and any(_is_of(p, array) for p in kernel.parameters):
                self._keep(array, (count,))

    def _launch(self, kernel: Kernel, launch: Launch) -> None:
        rows = self._empty((launch.row_memory,), np.dtype(np.uint8)) if launch.row_memory else None
        arguments: list[Argument] = []
        constant: list[bool] = []
        for parameter in kernel.parameters:
            given = self._given(parameter, launch, rows)
            arguments += given
            flag = isinstance(parameter, ArrayParameter) and parameter.constant
            constant += [flag] * len(given)
        self._code.launch(launch, arguments, constant)

    def _given(self, parameter: Parameter, launch: Launch, rows: Block | None) -> list[Argument]:
        match parameter:
            case ArrayParameter(array):
                return [self._memory[array]]
            case LocalParameter(local):
                value = self._known(self._scalars[local])
                return [default_dtype(wide(local.type)).type(value)]
            case SizeParameter(symbol):
                number = np.int64 if launch.wide else np.int32
                return [number(self._sizes[symbol])]
            case PartsParameter():
                return [np.int64(self._parts)]
            case RowsParameter():
                return [rows and rows.memory, np.int64(launch.row_bytes)]


def _is_of(parameter: Parameter, array: Array) -> bool:
    return isinstance(parameter, ArrayParameter) and parameter.array is array
