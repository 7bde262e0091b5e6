"""Where a compiled function runs, by the names that a user writes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from dslc.ir.backend import Executable, Reference, Unsupported
from dslc.ir.cxx.records import Origin
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph
from dslc.ir.lent import Lender
from dslc.ir.memory_plan import MemoryPlan

if TYPE_CHECKING:
    from dslc.cpu.backend import Cpu
    from dslc.gpu.backend import Cuda

Device: TypeAlias = Literal["auto", "cpu", "reference", "step", "cuda", "cuda-emulated"]
"""`auto`: a GPU where CuPy finds one, else native code where a C++ compiler is found, else the
reference; `step`: the text."""

DEVICES: tuple[Device, ...] = get_args(Device)
VARIABLE = "DSLC_DEVICE"


def known_device(name: str | None) -> Device:
    """The device of this name; None stands for the environment's choice.

    Raises:
        DslError: `device-unknown`.
    """
    origin = "" if name else f" in {VARIABLE}"
    name = name or os.environ.get(VARIABLE) or "auto"
    if name not in DEVICES:
        message = f"there is no device `{name}`{origin}"
        raise DslError(
            Diagnostic("device-unknown", message, help=f"write one of {', '.join(DEVICES)}")
        )
    return name


def resolved(device: Device) -> Device:
    """The device that `auto` stands for on this machine."""
    if device != "auto":
        return device
    if _has_gpu():
        return "cuda"
    return "cpu" if _missing_compiler() is None else "reference"


def recall_for(
    device: Device, origin: Origin, make: Callable[[], Graph], sizes: Mapping[str, int]
) -> Executable | None:
    """What an earlier process compiled of a graph for calls of these sizes; None for nothing."""
    if resolved(device) != "cpu":
        return None
    try:
        return _cpu().recall(origin, make, sizes)
    except Unsupported:
        return None  # compiling says why


def compile_for(device: Device, graph: Graph, origin: Origin | None = None) -> Executable:
    """The graph as something to call; where `auto` falls back to the reference, it warns once.

    With an origin, later processes may recall it.

    Raises:
        DslError: `device-unsupported`, `device-unavailable`.
    """
    if device in ("cuda", "cuda-emulated"):
        return _compile_for_cuda(device, graph)
    if device == "auto" and _has_gpu():
        return _compile_for_cuda("cuda", graph)
    if device == "reference":
        return Reference().compile(graph)
    reason = _missing_compiler()
    if reason is not None:
        if device == "cpu":
            help_text = "install g++ or clang++, or use the device `reference`"
            raise DslError(Diagnostic("device-unavailable", reason, help=help_text))
        _warn_once(reason)
        return Reference().compile(graph)
    try:
        return _cpu().compile(graph, origin)
    except Unsupported as unsupported:
        if device == "cpu":
            raise _unsupported(unsupported) from None
        _warn_once(f"`{graph.name}` runs on the reference: {unsupported}")
        return Reference().compile(graph)


def _compile_for_cuda(device: Device, graph: Graph) -> Executable:
    """A graph on a GPU or the emulator.

    Raises:
        DslError: `device-unsupported`, `device-unavailable` with the remedy.
    """
    try:
        return _cuda(device).compile(graph)
    except Unsupported as unsupported:
        raise _unsupported(unsupported) from None


def lender(device: Device) -> Lender:
    """The GPU or the emulator that has arrays of callers in its memory.

    Raises:
        DslError: `device-unavailable` with the remedy.
    """
    return _cuda(device).device


def _cuda(device: Device) -> Cuda:
    from dslc.gpu.backend import emulated, on_gpu
    from dslc.gpu.unavailable import Unavailable

    try:
        return emulated() if device == "cuda-emulated" else on_gpu()
    except Unavailable as missing:
        raise DslError(
            Diagnostic("device-unavailable", missing.reason, help=missing.remedy)
        ) from None


def _has_gpu() -> bool:
    """Whether a GPU can be used; where CuPy is installed and cannot use one, it says so once."""
    if find_spec("cupy") is None:
        return False
    from dslc.gpu.backend import on_gpu
    from dslc.gpu.unavailable import Unavailable

    try:
        on_gpu()
    except Unavailable as missing:
        _warn_once(f"no GPU is used: {missing.reason}")
        return False
    return True


def kernel_text(graph: Graph) -> str:
    """The C++ text that the device `cpu` runs for a graph.

    Raises:
        DslError: `device-unsupported` where it cannot run it.
    """
    from dslc.cpu.print_kernel import kernel_text as text_of

    try:
        return text_of(graph)
    except Unsupported as unsupported:
        raise _unsupported(unsupported) from None


def memory_plan(graph: Graph) -> MemoryPlan:
    """Where the arrays of a graph lie when the device `cpu` runs it.

    Raises:
        DslError: `device-unsupported` where it cannot run it.
    """
    from dslc.cpu.print_kernel import print_kernel

    try:
        return print_kernel(graph).plan
    except Unsupported as unsupported:
        raise _unsupported(unsupported) from None


def _cpu() -> Cpu:
    # Loaded here: who runs on the reference needs no compiler.
    from dslc.cpu.backend import Cpu

    return Cpu()


def _missing_compiler() -> str | None:
    """Why there is no native code on this machine; None where there is."""
    from dslc.ir.cxx.toolchain import find_compiler

    try:
        find_compiler()
    except Unsupported as unsupported:
        return str(unsupported)
    return None


def _unsupported(unsupported: Unsupported) -> DslError:
    span = unsupported.place.span if unsupported.place else None
    help_text = "use the device `reference` or `auto`"
    return DslError(Diagnostic("device-unsupported", unsupported.reason, span, help=help_text))


_warned: set[str] = set()


def _warn_once(text: str) -> None:
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, stacklevel=2)


def runs_natively(device: Device, graph: Graph) -> bool:
    """Whether a graph runs on a device without NumPy."""
    if device != "auto":
        return device not in ("reference", "step")
    if _missing_compiler() is not None:
        return False
    from dslc.cpu.print_kernel import print_kernel

    try:
        print_kernel(graph)
    except Unsupported:
        return False
    return True
