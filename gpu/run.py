"""One run of a launch plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import evaluate as number_of
from dslc.ir.evaluate import Interpreter
from dslc.ir.graph import Graph, Node, Value
from dslc.ir.nests.language import Array, Local, Nest
from dslc.ir.types import NumberType, TensorType, Type, default_dtype

from .device import Argument, Code, Device, Launch, Memory, launch_of
from .kernels import (
    ArrayParameter,
    Kernel,
    LocalParameter,
    NestKernels,
    Parameter,
    PartsParameter,
    RowsParameter,
    SizeParameter,
)
from .plan import Plan


class Placed:
    """A value of the graph that is on the device, on the host, or on both.

    Attributes:
        type: what it is.
        shape: of its elements.
    """

    __slots__ = ("_device", "_host", "_memory", "shape", "type")

    def __init__(self, device: Device, type: Type, *, host: Any = None, memory: Any = None) -> None:
        self._device, self.type = device, type
        self._host, self._memory = host, memory
        self.shape: tuple[int, ...] = np.shape(host) if memory is None else memory.shape

    @property
    def host(self) -> Any:
        """The value on the host; the first time it waits for the device, and copies."""
        if self._host is None:
            array = self._device.download(self._memory)
            if isinstance(self.type, TensorType):
                self._host = array
            else:
                self._host = array.item() if isinstance(self.type, NumberType) else array[()]
        return self._host

    @property
    def memory(self) -> Memory:
        """The value on the device; the first time it is copied."""
        if self._memory is None:
            dtype = default_dtype(self.type)
            self._memory = self._device.upload(np.asarray(self._host, dtype))
        return self._memory


class Run(Interpreter):
    """One activation of a graph, whose arrays are where the nodes that made them ran."""

    def __init__(
        self,
        plan: Plan,
        code: Code,
        device: Device,
        graph: Graph,
        sizes: Mapping[str, int],
        depth: int = 0,
    ) -> None:
        super().__init__(graph, sizes, depth)
        self.plan, self.code, self.device = plan, code, device

    def results(self, arguments: Sequence[Any]) -> list[Any]:
        """The results on the host."""
        with np.errstate(all="ignore"):
            given = self._placed(self.graph.parameters, arguments)
            found = self.region(self.graph.body, given, self.graph.place)
            return [_on_host(each) for each in found]

    def known(self, value: Any) -> Any:
        """The value on the host."""
        return _on_host(value)

    def inner(self, callee: Graph, sizes: Mapping[str, int]) -> Run:
        """The activation of a graph that this one calls."""
        return Run(self.plan, self.code, self.device, callee, sizes, self.depth + 1)

    def primitive(self, node: Node, operands: list[Any]) -> list[Any]:
        """The results of a node: kernels, the library or the host make them."""
        where = self.plan.where(node)
        if where == "kernels":
            return self._kernels(node, operands)
        if where == "library":
            memory = self.device.matmul(*(operand.memory for operand in operands))
            return [Placed(self.device, node.results[0].type, memory=memory)]
        if where == "reshape" and isinstance(operands[0], Placed) and not node.hidden:
            return self._reshaped(node, operands)
        found = super().primitive(node, [_on_host(operand) for operand in operands])
        return self._placed(node.results, found)

    def _reshaped(self, node: Node, operands: list[Any]) -> list[Any]:
        result = node.results[-1]
        shape = tuple(number_of(size, self.sizes) for size in result.shape)
        memory = self.device.reshape(operands[0].memory, shape)
        return [Placed(self.device, result.type, memory=memory)]

    def _placed(self, values: Sequence[Value], found: Sequence[Any]) -> list[Any]:
        return [
            Placed(self.device, value.type, host=each) if isinstance(each, np.ndarray) else each
            for value, each in zip(values, found, strict=True)
        ]

    # --- kernels ----------------------------------------------------------------------------------

    def _kernels(self, node: Node, operands: list[Any]) -> list[Any]:
        nest: Nest = node.attributes["nest"]
        launches = Launches(self.plan.kernels[node], self.device, self.code, self.sizes)
        for each, value in zip(nest.operands, operands, strict=True):
            launches.give(each, value)
        for each in nest.results:
            if isinstance(each, Array):
                launches.make(each)
        launches.run()
        return [
            Placed(self.device, value.type, memory=launches.memory_of(each))
            for each, value in zip(nest.results, node.results, strict=False)
        ] + [None] * len(nest.rows)  # nothing else reads rows


def _on_host(value: Any) -> Any:
    return value.host if isinstance(value, Placed) else value


class Launches:
    """The launches of one nest: the memory of its arrays, and the kernels in order."""

    def __init__(
        self, kernels: NestKernels, device: Device, code: Code, sizes: Mapping[str, int]
    ) -> None:
        self._kernels, self._device, self._code = kernels, device, code
        self._sizes = sizes
        self._memory: dict[Array, Memory] = {}
        self._scalars: dict[Local, Any] = {}
        self._parts = 1

    def give(self, each: Array | Local, value: Any) -> None:
        """Give an operand."""
        if isinstance(each, Local):
            self._scalars[each] = value
        else:
            self._memory[each] = value.memory

    def make(self, array: Array) -> None:
        """Make memory for an array."""
        shape = tuple(number_of(size, self._sizes) for size in array.shape)
        self._memory[array] = self._device.empty(shape, array.dtype)

    def memory_of(self, each: Array | Local) -> Memory:
        """The memory of a result."""
        return self._memory[self._kernels.cells[each] if isinstance(each, Local) else each]

    def run(self) -> None:
        """Launch the kernels."""
        for array in (*self._kernels.scratch, *self._kernels.cells.values()):
            self.make(array)
        for kernel in self._kernels.kernels:
            launch = launch_of(kernel, self._sizes)
            if launch is None:
                continue
            if kernel.kind == "parts":
                self._parts = launch.grid
                self._make_parts(kernel, launch.grid)
            self._launch(kernel, launch)

    def _make_parts(self, kernel: Kernel, count: int) -> None:
        for array in self._kernels.parts:
            if array not in self._memory and any(_is_of(p, array) for p in kernel.parameters):
                self._memory[array] = self._device.empty((count,), array.dtype)

    def _launch(self, kernel: Kernel, launch: Launch) -> None:
        arguments: list[Argument] = []
        constant: list[bool] = []
        for parameter in kernel.parameters:
            given = self._given(parameter, launch)
            arguments += given
            flag = isinstance(parameter, ArrayParameter) and parameter.constant
            constant += [flag] * len(given)
        self._code.launch(launch, arguments, constant)

    def _given(self, parameter: Parameter, launch: Launch) -> list[Argument]:
        match parameter:
            case ArrayParameter(array):
                return [self._memory[array]]
            case LocalParameter(local):
                value = _on_host(self._scalars[local])
                return [default_dtype(local.type).type(value)]
            case SizeParameter(symbol):
                return [np.int64(self._sizes[symbol])]
            case PartsParameter():
                return [np.int64(self._parts)]
            case RowsParameter():
                memory = None
                if launch.row_memory:
                    memory = self._device.empty((launch.row_memory,), np.dtype(np.uint8))
                return [memory, np.int64(launch.row_bytes)]


def _is_of(parameter: Parameter, array: Array) -> bool:
    return isinstance(parameter, ArrayParameter) and parameter.array is array
