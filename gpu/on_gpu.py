"""The device `cuda`: all that calls CuPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from math import prod
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.lent import Memory

from .device import Argument, Launch, Step
from .nvrtc import cubin, is_installed
from .streams import Turn, turns
from .unavailable import Unavailable

_EXTRA = 'pip install "dslc[cuda13]" (or cuda12, as the driver is), or use the device `cpu`'


_LOST = ("DeviceUnavailable", "DevicesUnavailable", "HardwareStackError", "ECCUncorrectable")
"""Parts of the names of errors after which the driver answers no more."""


class Gpu:
    """A GPU, by way of CuPy.

    Raises:
        Unavailable: what is missing, and the remedy.
    """

    def __init__(self) -> None:
        self._cupy = _cupy()
        capability = self._cupy.cuda.Device().compute_capability
        self.architecture = f"sm_{capability}"
        self.has_library = _has_cublas()

    def compile(self, text: str, kernels: Mapping[str, str]) -> GpuCode:
        """Compile each kernel by NVRTC, which crashes on some texts of several, and load it."""
        loaded: dict[str, Callable[..., None]] = {}
        for name, alone in kernels.items():
            path = cubin(alone, self.architecture)
            with self.failures():
                loaded[name] = self._cupy.RawModule(path=str(path)).get_function(name)
        return GpuCode(self, loaded)

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> Memory:
        """An array of CuPy's memory pool."""
        with self.failures():
            return self._cupy.empty(shape, dtype)

    def part(self, memory: Memory, start: int, shape: tuple[int, ...], dtype: np.dtype) -> Memory:
        """A view of bytes, without anything of CuPy's pool."""
        return self._cupy.ndarray(shape, dtype, memory.data + start)

    def upload(self, array: np.ndarray, into: Memory) -> None:
        """A copy on the current stream."""
        with self.failures():
            into.set(np.ascontiguousarray(array).reshape(array.shape))

    def download(self, array: Memory) -> np.ndarray:
        """A copy, when all that was launched before has ended."""
        with self.failures():
            found: np.ndarray = self._cupy.asnumpy(array)
            return found

    def adopt(self, array: Any) -> Memory:
        """An array of CuPy on the same memory, once what others do with it is done."""
        cupy = self._cupy
        found = cupy.from_dlpack(array) if hasattr(array, "__dlpack__") else cupy.asarray(array)
        if found.device != cupy.cuda.Device():
            raise BufferError(f"it is on GPU {found.device.id}, kernels run on another one")
        return found

    def dense(self, array: Memory) -> Memory:
        """As CuPy does it."""
        with self.failures():
            return array if array.flags.c_contiguous else array.copy(order="C")

    def copy(self, source: Memory, into: Memory) -> None:
        """On the current stream."""
        with self.failures():
            self._cupy.copyto(into, source)

    def reshape(self, array: Memory, shape: tuple[int, ...]) -> Memory:
        """The same elements."""
        return array.reshape(shape)

    def view(self, array: Memory, start: int, shape: tuple[int, ...]) -> Memory:
        """The same bytes."""
        return array.reshape(-1)[start : start + prod(shape)].reshape(shape)

    def transpose(self, array: Memory, axes: tuple[int, ...]) -> Memory:
        """A view, which cuBLAS reads in place."""
        return array.transpose(axes)

    def span(self, memory: Memory) -> tuple[int, int]:
        """Addresses of the device."""
        return memory.data.ptr, memory.data.ptr + memory.nbytes

    def graph(self, steps: Sequence[Step]) -> Callable[[], None]:
        """A CUDA graph with a branch for each stream; where that is refused, steps one by one."""
        found = turns([step.reach for step in steps])
        cuda = self._cupy.cuda
        count = max((turn.stream for turn in found), default=0) + 1
        streams = [cuda.Stream(non_blocking=True) for _ in range(count)]
        first = streams[0]
        try:
            first.begin_capture()
            _issue(cuda, steps, found, streams)
            graph = first.end_capture()
        except (cuda.runtime.CUDARuntimeError, cuda.driver.CUDADriverError, RuntimeError):
            return lambda: _one_by_one(steps)
        return lambda: self._launch(graph)

    def _launch(self, graph: Any) -> None:
        with self.failures():
            graph.launch()

    def put(self, array: Memory, place: int, value: Memory) -> None:
        """On the device, which the host does not wait for."""
        with self.failures():
            array[place] = value

    def matmul(self, left: Memory, right: Memory, into: Memory) -> None:
        """By cuBLAS, to which a vector is a matrix of one row or column."""
        shape = into.shape
        if left.ndim == 1:
            left, shape = left.reshape(1, -1), (*shape[:-1], 1, *shape[-1:])
        if right.ndim == 1:
            right, shape = right.reshape(-1, 1), (*shape, 1)
        into = into.reshape(shape)
        with self.failures():
            self._cupy.matmul(left, right, out=into)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """What the driver refuses, as a diagnostic.

        Raises:
            DslError: `device-unavailable`.
        """
        cuda = self._cupy.cuda
        try:
            yield
        except cuda.memory.OutOfMemoryError as error:
            message = f"the GPU has not enough memory: {error}"
            help_text = (
                "give it smaller arrays, end what else holds its memory, or use the device `cpu`"
            )
            raise DslError(Diagnostic("device-unavailable", message, help=help_text)) from error
        except (cuda.runtime.CUDARuntimeError, cuda.driver.CUDADriverError) as error:
            message = f"the GPU failed: {error}"
            help_text = "start the process again; if it fails again, use the device `cpu`"
            if any(name in str(error) for name in _LOST):
                message = f"the GPU is lost: {error}"
                help_text = "look at what `nvidia-smi` says, start the process again, or use `cpu`"
            raise DslError(Diagnostic("device-unavailable", message, help=help_text)) from error


def _one_by_one(steps: Sequence[Step]) -> None:
    for step in steps:
        step.start()


def _issue(cuda: Any, steps: Sequence[Step], found: Sequence[Turn], streams: Sequence[Any]) -> None:
    """Steps on streams, of which the first is behind all in the end."""
    first = streams[0]
    begun = cuda.Event(disable_timing=True)
    begun.record(first)
    for stream in streams[1:]:
        stream.wait_event(begun)
    waited = {each for turn in found for each in turn.waits}
    events: dict[int, Any] = {}
    for number, (step, turn) in enumerate(zip(steps, found, strict=True)):
        stream = streams[turn.stream]
        for each in turn.waits:
            stream.wait_event(events[each])
        with stream:
            step.start()
        if number in waited:
            events[number] = cuda.Event(disable_timing=True)
            events[number].record(stream)
    for stream in streams[1:]:
        ended = cuda.Event(disable_timing=True)
        ended.record(stream)
        first.wait_event(ended)


class GpuCode:
    """Loaded kernels."""

    def __init__(self, device: Gpu, kernels: dict[str, Callable[..., None]]) -> None:
        self._device = device
        self._kernels = kernels

    def launch(
        self, launch: Launch, arguments: Sequence[Argument], constant: Sequence[bool]
    ) -> None:
        """Start a kernel on the current stream."""
        given = tuple(np.uint64(0) if each is None else each for each in arguments)
        with self._device.failures():
            self._kernels[launch.kernel](
                (launch.grid, 1, 1), (*launch.block, 1), given, shared_mem=launch.shared
            )


def _has_cublas() -> bool:
    """Whether CuPy finds cuBLAS."""
    try:
        import_module("cupy.cublas")
    except (ImportError, RuntimeError):
        return False
    return True


def _cupy() -> Any:
    """CuPy, which has found a GPU."""
    if find_spec("cupy") is None:
        raise Unavailable("CuPy is not installed", _EXTRA)
    if not is_installed():
        raise Unavailable("cuda-core, which compiles kernels, is not installed", _EXTRA)
    try:
        cupy = import_module("cupy")
    except ImportError as error:
        raise Unavailable(f"CuPy cannot be imported: {error}", _EXTRA) from None
    if not cupy.cuda.is_available():
        driver = cupy.cuda.runtime.driverGetVersion()
        if driver == 0:
            reason, remedy = "there is no NVIDIA driver", "install the driver"
        elif driver < cupy.cuda.runtime.runtimeGetVersion() // 1000 * 1000:
            reason = f"the driver is for CUDA {driver // 1000}.{driver % 1000 // 10}"
            remedy = "update the driver, or install the extra `cuda12`"
        else:
            reason, remedy = "the driver finds no GPU", "look at what `nvidia-smi` says"
        raise Unavailable(reason, f"{remedy}, or use the device `cpu`")
    return cupy
