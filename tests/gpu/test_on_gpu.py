"""What calls CuPy, with a CuPy in its place that runs the emulator; and why there may be no GPU."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.gpu import on_gpu
from dslc.gpu.backend import Cuda
from dslc.gpu.emulator.machine import Argument, Module
from dslc.gpu.nvrtc import ARCHITECTURES, is_installed, resources
from dslc.gpu.unavailable import Unavailable
from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n = dims("n")
GOLDEN = Path(__file__).parent.parent / "golden" / "cuda"


class Event:
    """A moment."""

    def __init__(self, disable_timing: bool = False) -> None:
        self.stream: Any = None

    def record(self, stream: Any = None) -> None:
        self.at, self.stream = time.perf_counter(), stream

    def synchronize(self) -> None:
        pass


class Stream:
    """What is put on it waits for the end of the capture, if there is one."""

    capture: list[Callable[[], Any]] | None = None
    refuses = False

    def __init__(self, non_blocking: bool) -> None:
        assert non_blocking  # others cannot be captured
        self.waits: list[Event] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: Any) -> None:
        pass

    def begin_capture(self) -> None:
        if Stream.refuses:
            raise RuntimeFailure("cudaErrorStreamCaptureUnsupported")
        Stream.capture = []

    def wait_event(self, event: Event) -> None:
        assert event.stream is not None and event.stream is not self
        self.waits.append(event)

    def end_capture(self) -> Any:
        steps, Stream.capture = Stream.capture or [], None
        return SimpleNamespace(launch=lambda: [step() for step in steps])


def captured(start: Callable[..., Any]) -> Callable[..., Any]:
    """What is done at once, or when the graph is launched that is captured."""

    def run(*given: Any, **more: Any) -> Any:
        if Stream.capture is None:
            return start(*given, **more)
        return Stream.capture.append(lambda: start(*given, **more))

    return run


class RuntimeFailure(RuntimeError):
    pass


class OutOfMemory(MemoryError):
    pass


@dataclass(frozen=True)
class Pointer:
    """An address in an array."""

    array: np.ndarray
    start: int = 0

    @property
    def ptr(self) -> int:
        return self.array.ctypes.data + self.start

    def __add__(self, bytes_: int) -> Pointer:
        return Pointer(self.array, self.start + bytes_)


class OfCupy(np.ndarray):
    """An array with the methods of CuPy's."""

    @property
    def data(self) -> Any:
        return Pointer(self.view(np.ndarray))

    def set(self, array: np.ndarray) -> None:
        self[...] = array

    @property
    def device(self) -> Any:
        return SimpleNamespace(compute_capability="90", id=OfCupy.on)

    on = 0


def part(shape: tuple[int, ...], dtype: np.dtype, at: Pointer) -> OfCupy:
    return np.ndarray(shape, dtype, at.array.data, at.start).view(OfCupy)


class Cupy(ModuleType):
    """CuPy's names, on the processor."""

    def __init__(self, folder: Path) -> None:
        super().__init__("cupy")
        self.available = True
        self.version = 13000
        self.cuda = SimpleNamespace(
            is_available=lambda: self.available,
            Device=lambda: SimpleNamespace(compute_capability="90", id=0),
            runtime=SimpleNamespace(
                CUDARuntimeError=RuntimeFailure,
                driverGetVersion=lambda: self.version,
                runtimeGetVersion=lambda: 13000,
            ),
            driver=SimpleNamespace(CUDADriverError=RuntimeFailure),
            memory=SimpleNamespace(OutOfMemoryError=OutOfMemory),
            Event=Event,
            Stream=Stream,
            get_elapsed_time=lambda start, stop: 1e3 * (stop.at - start.at),
        )
        self.ndarray, self.matmul, self.copyto = part, captured(np.matmul), np.copyto
        self.random = SimpleNamespace(rand=self.drawn)
        self.asnumpy: Any = np.copy

    def from_dlpack(self, array: Any) -> OfCupy:
        return np.asarray(array).view(OfCupy)  # nothing is copied

    asarray = from_dlpack

    def empty(self, shape: tuple[int, ...], dtype: Any) -> OfCupy:
        return np.empty(shape, dtype).view(OfCupy)

    def drawn(self, *shape: int, dtype: Any) -> OfCupy:
        return np.random.default_rng(0).random(shape).astype(dtype).view(OfCupy)

    def RawModule(self, path: str) -> Any:
        text = Path(path).read_text("utf-8")

        def get_function(name: str) -> Callable[..., None]:
            module = Module(text, [name])

            def launch(grid: Any, block: Any, given: tuple[Any, ...], *, shared_mem: int) -> None:
                arguments = [Argument(a) if isinstance(a, np.ndarray) else a for a in given]
                module.launch(name, grid, block, arguments, shared=shared_mem)

            return captured(launch)

        return SimpleNamespace(get_function=get_function)


@pytest.fixture
def cupy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cupy]:
    made = Cupy(tmp_path)

    def text_itself(text: str, architecture: str) -> Path:
        assert architecture == "sm_90"
        path = tmp_path / f"{hash(text)}.cu"
        path.write_text(text, "utf-8")
        return path

    found = importlib.util.find_spec
    monkeypatch.setitem(sys.modules, "cupy", made)
    monkeypatch.setattr(on_gpu, "find_spec", lambda name: name == "cupy" or found(name))
    monkeypatch.setattr(on_gpu, "is_installed", lambda: True)
    monkeypatch.setattr(on_gpu, "cubin", text_itself)
    yield made


def test_a_graph_runs_by_cupy(cupy: Cupy, graph_of: Any, draw: Any) -> None:
    graph = verify(graph_of((GOLDEN / "newton.py").read_text("utf-8")))
    native = Cuda("cuda", on_gpu.Gpu()).compile(graph)
    x = np.array([2.0, 9.0, 0.25], np.float32)
    given = [x, np.float32(1e-6), np.int64(40)]
    for one, other in zip(native(given, {"n": 3}), evaluate(graph, given, {"n": 3}), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("refuses", [False, True])
def test_a_run_is_captured_as_a_graph(
    cupy: Cupy, refuses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stream, "refuses", refuses)
    types = {name: TensorType(BY_NAME["f32"], (n, n)) for name in ("x", "w")}
    g = Builder("program", [*types.items()], source="program.py")
    x, w = g.graph.parameters
    graph = verify(g.finish((g.add(g.matmul(g.exp(x), w), g.transpose(x, axes=(1, 0))),)))
    device = on_gpu.Gpu()
    native = Cuda("cuda", device).compile(graph)
    for number in range(6):
        random = np.random.default_rng(number)
        given = [random.standard_normal((9, 9)).astype(np.float32) for _ in types]
        (expected,) = evaluate(graph, given, {"n": 9})
        np.testing.assert_allclose(native(given, {"n": 9})[0], expected, rtol=1e-4, atol=1e-5)
    assert native.recordings.count == 1


def test_arrays_on_the_gpu_are_taken_and_given(cupy: Cupy, monkeypatch: pytest.MonkeyPatch) -> None:
    device = on_gpu.Gpu()
    x = np.arange(6, dtype=np.float32).view(OfCupy)
    taken = device.adopt(x)
    assert np.shares_memory(taken, x) and device.dense(taken) is taken
    turned = device.adopt(x.reshape(2, 3).T)
    assert device.dense(turned).flags.c_contiguous
    np.testing.assert_array_equal(device.dense(turned), turned)
    given = device.empty((6,), x.dtype)
    device.copy(taken, given)
    np.testing.assert_array_equal(given, x)
    monkeypatch.setattr(OfCupy, "on", 1)
    with pytest.raises(BufferError, match="GPU 1"):
        device.adopt(x)


def test_what_the_driver_refuses_is_a_diagnostic(cupy: Cupy) -> None:
    device = on_gpu.Gpu()

    def fail(_: Any) -> None:
        raise RuntimeFailure("cudaErrorLaunchFailure")

    cupy.asnumpy = fail
    with pytest.raises(DslError, match="the GPU failed: cudaErrorLaunchFailure") as raised:
        device.download(np.zeros(1))
    assert raised.value.code == "device-unavailable"


def test_a_gpu_without_memory_and_a_lost_one_are_diagnostics(cupy: Cupy) -> None:
    device = on_gpu.Gpu()

    def full(*_: Any) -> None:
        raise OutOfMemory("out of memory allocating 8 bytes")

    def lost(*_: Any) -> None:
        raise RuntimeFailure("cudaErrorDevicesUnavailable: CUDA-capable device(s) is/are busy")

    for fail, said in ((full, "not enough memory: .*8 bytes"), (lost, "the GPU is lost")):
        cupy.empty = fail  # type: ignore[method-assign,assignment]
        with pytest.raises(DslError, match=said) as raised:
            device.empty((1,), np.dtype(np.float64))
        assert raised.value.code == "device-unavailable"
        assert "`cpu`" in str(raised.value)


def test_the_script_for_a_machine_with_a_gpu_runs(
    cupy: Cupy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(GOLDEN.parents[2])
    from bench import gpu

    monkeypatch.setattr(gpu, "SHAPE", (9, 16))
    monkeypatch.setattr(gpu, "TIMES", 1)
    monkeypatch.setattr(gpu, "CALLS", 1)
    monkeypatch.setattr(gpu, "TRIPS", 3)
    backend = Cuda("cuda", on_gpu.Gpu())
    found = {**gpu.bandwidth(backend, cupy), **gpu.products(backend, cupy), **gpu.overhead(backend)}
    assert len(found) >= len(gpu.STANDARD) + 8
    assert all(np.isfinite(value) and value > 0 for value in found.values())


@pytest.mark.parametrize(
    ("version", "reason"),
    [(0, "no NVIDIA driver"), (12040, "for CUDA 12.4"), (13000, "finds no GPU")],
)
def test_why_there_is_no_gpu(cupy: Cupy, version: int, reason: str) -> None:
    cupy.available, cupy.version = False, version
    with pytest.raises(Unavailable, match=reason) as raised:
        on_gpu.Gpu()
    assert "device `cpu`" in raised.value.remedy


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="CuPy is installed")
def test_without_cupy_the_message_says_what_to_install() -> None:
    @dslc.builder("model.py")
    def same(g: Any, x: dslc.Tensor[dslc.f32, 3]) -> Any:
        return g.add(x, 1.0)

    with pytest.raises(DslError) as raised:
        same.with_device("cuda")(np.zeros(3, np.float32))
    assert raised.value.code == "device-unavailable"
    assert "dslc[cuda13]" in str(raised.value)


@pytest.mark.skipif(not is_installed(), reason="NVRTC is not there: the extra cuda-compile")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.cu")), ids=lambda path: path.stem)
def test_kernels_compile_without_spills(path: Path, architecture: str) -> None:
    found = resources([path.read_text("utf-8")], architecture)
    assert found
    assert all(each.spilled == 0 and each.registers <= 128 for each in found)
