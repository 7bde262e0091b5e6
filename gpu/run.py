"""One run of a launch plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.builder import BREAK, RUN
from dslc.ir.dims import evaluate as number_of
from dslc.ir.execution import (
    UNSET,
    add_note,
    bind_dims,
    check_depth,
    check_require,
    checked_range,
    loop_range,
    run_node,
)
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value
from dslc.ir.liveness import schedules
from dslc.ir.nests.language import Array, Local, Nest
from dslc.ir.nests.run import run as run_nest
from dslc.ir.open_sizes import open_sizes
from dslc.ir.place import Place
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


class Run:
    """One activation of a graph: the values that are alive, and the sizes known so far."""

    def __init__(
        self, plan: Plan, code: Code, device: Device, graph: Graph, sizes: Mapping[str, int]
    ) -> None:
        self.plan, self.code, self.device = plan, code, device
        self.graph = graph
        self.schedules = schedules(graph)
        self.sizes = dict(sizes)
        self.values: dict[Value, Any] = {}
        self.depth = 0

    def results(self, arguments: Sequence[Any]) -> list[Any]:
        """The results on the host."""
        with np.errstate(all="ignore"):
            found = self.region(self.graph.body, list(arguments), self.graph.place)
            return [_on_host(each) for each in found]

    def region(self, region: Region, arguments: list[Any], place: Place) -> list[Any]:
        """The results of a region."""
        schedule = self.schedules[region]
        self._define(region.parameters, arguments)
        self._drop(schedule.unread)
        for step in schedule.steps:
            self._define(step.node.results, self._node(step.node))
            self._drop((*step.moved, *step.dropped))
        found = [self._value(operand, place) for operand in region.results]
        self._drop(schedule.moved)
        return found

    def _node(self, node: Node) -> list[Any]:
        structured = _STRUCTURED.get(node.op.name)
        operands = [self._value(operand, node.place) for operand in node.operands]
        if structured is not None:
            return structured(self, node, operands)
        where = self.plan.where(node)
        if where == "kernels":
            return self._kernels(node, operands)
        if where == "library":
            memory = self.device.matmul(
                *(self._placed(o, n) for o, n in zip(operands, node.operands, strict=True))
            )
            return [Placed(self.device, node.results[0].type, memory=memory)]
        if where == "reshape" and isinstance(operands[0], Placed):
            return self._reshaped(node, operands)
        given = [_on_host(operand) for operand in operands]
        if node.op.name == "nest":
            return list(run_nest(node.attributes["nest"], given, self.sizes))
        return run_node(node, given, self.sizes)

    def _reshaped(self, node: Node, operands: list[Any]) -> list[Any]:
        result = node.results[-1]
        if node.hidden:
            return run_node(node, [_on_host(operand) for operand in operands], self.sizes)
        shape = tuple(number_of(size, self.sizes) for size in result.shape)
        memory = self.device.reshape(operands[0].memory, shape)
        return [Placed(self.device, result.type, memory=memory)]

    def _placed(self, value: Any, operand: Operand) -> Memory:
        assert isinstance(value, Placed) and isinstance(operand, Value)
        return value.memory

    def _define(self, values: Sequence[Value], results: Sequence[Any]) -> None:
        bind_dims(values, results, self.sizes)
        for value, result in zip(values, results, strict=True):
            is_array = isinstance(result, np.ndarray) and not isinstance(result, Placed)
            self.values[value] = (
                Placed(self.device, value.type, host=result) if is_array else result
            )

    def _value(self, operand: Operand, place: Place) -> Any:
        if isinstance(operand, Value):
            return self.values[operand]
        if isinstance(operand, Literal):
            return UNSET if operand.value is None else operand.value
        return checked_range(number_of(operand, self.sizes), place)

    def _drop(self, values: Sequence[Value]) -> None:
        for value in values:
            self.values.pop(value, None)

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

    # --- structured nodes -------------------------------------------------------------------------

    def _if(self, node: Node, operands: list[Any]) -> list[Any]:
        then, otherwise = node.regions
        test = _on_host(operands.pop(0))
        return self.region(then if test else otherwise, operands, node.place)

    def _while(self, node: Node, carried: list[Any]) -> list[Any]:
        test, body = node.regions
        exits = node.attributes["exits"]
        while _on_host(self.region(test, list(carried), node.place)[0]):
            carried = self.region(body, carried, node.place)
            if exits and _on_host(carried[-1]) >= BREAK:
                return carried
            del carried[len(node.operands) :]
        return [*carried, RUN] if exits else carried

    def _for(self, node: Node, operands: list[Any]) -> list[Any]:
        (body,) = node.regions
        exits = node.attributes["exits"]
        carried = operands[3:]
        for index in loop_range([_on_host(each) for each in operands[:3]], node.place):
            carried = self.region(body, [index, *carried], node.place)
            if exits and _on_host(carried[-1]) >= BREAK:
                return carried
            del carried[len(node.operands) - 3 :]
        return [*carried, RUN] if exits else carried

    def _call(self, node: Node, operands: list[Any]) -> list[Any]:
        check_depth(self.depth, node.place)
        callee: Graph = node.attributes["callee"]
        sizes = {n: number_of(size, self.sizes) for n, size in node.attributes["dims"].items()}
        inner = Run(self.plan, self.code, self.device, callee, sizes)
        inner.depth = self.depth + 1
        try:
            results = inner.region(callee.body, operands, node.place)
        except Exception as error:
            add_note(error, node.place)
            raise
        return [*open_sizes(node, results), *results]

    def _require(self, node: Node, _: list[Any]) -> list[Any]:
        check_require(node, self.sizes, self.graph)
        return []


def _on_host(value: Any) -> Any:
    return value.host if isinstance(value, Placed) else value


_STRUCTURED: dict[str, Callable[[Run, Node, list[Any]], list[Any]]] = {
    "if": Run._if,
    "while": Run._while,
    "for": Run._for,
    "call": Run._call,
    "require": Run._require,
}


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
