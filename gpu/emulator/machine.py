"""The emulated machine: launches kernels that are compiled for the CPU, and counts what they do."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import Compiler, find_compiler
from dslc.ir.diagnostics import CompilerBug

from .recipes import HERE, RUNTIME, kernel_recipe

Schedule: TypeAlias = Literal["forward", "reverse", "random", "greedy"]
"""Which thread goes on: the first or the last that can, any, or one warp as far as it gets."""

SCHEDULES: tuple[Schedule, ...] = get_args(Schedule)

MOST_THREADS = 1024
MOST_SHARED = 48 * 1024
"""Bytes that a block has on every GPU without asking."""

RACES_UP_TO = 1 << 16
"""Bytes of an array in which races are looked for; it takes 32 bytes for each."""


class EmulatorError(CompilerBug):
    """A kernel does what a GPU does not allow."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What one launch did.

    Attributes:
        kernel: which.
        blocks: in its grid.
        threads: in all blocks.
        active: those that reached device memory.
        loaded: bytes of device memory.
        stored: the same.
    """

    kernel: str
    blocks: int
    threads: int
    active: int
    loaded: int
    stored: int


class _Counts(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_ulonglong) for name in ("blocks", "threads", "active", "loaded", "stored")
    ]


@dataclass(frozen=True, slots=True)
class Argument:
    """An array of device memory as an argument.

    Attributes:
        memory: its bytes.
        constant: whether the kernel only reads it.
    """

    memory: np.ndarray
    constant: bool = False


class Module:
    """A compiled text.

    Args:
        text: CUDA C++.
        kernels: the names of its kernels, which are `extern "C"`.

    Raises:
        CompilerBug: where the compiler refuses it.
        Unsupported: without a compiler.
    """

    def __init__(self, text: str, kernels: Sequence[str]) -> None:
        compiler = find_compiler()
        self._machine = _machine(compiler)
        entries = "".join(f"EMULATED({name})\n" for name in kernels)
        whole = f'#include "emulator.h"\n#line 1 "kernel.cu"\n{text}\n{entries}'
        self._path = library(whole, compiler, kernel_recipe(compiler))
        self._library = ctypes.CDLL(str(self._path))
        first, last = ctypes.c_void_p(), ctypes.c_void_p()
        self._library.emulator_static_shared(ctypes.byref(first), ctypes.byref(last))
        self._shared = first.value, (last.value or 0) - (first.value or 0)

    def launch(
        self,
        kernel: str,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        arguments: Sequence[Argument | np.generic],
        *,
        shared: int = 0,
        schedule: Schedule = "forward",
        seed: int = 1,
    ) -> Launch:
        """Run a kernel to its end.

        Args:
            kernel: its name.
            grid: blocks along each axis.
            block: threads of a block along each axis.
            arguments: one for each parameter; scalars have exactly its type.
            shared: bytes of dynamic shared memory.
            schedule: the order of threads.
            seed: of the random schedule.

        Raises:
            EmulatorError: what the kernel or the launch does wrong.
        """
        self._check_launch(kernel, grid, block, shared)
        given = self._given(kernel, arguments)
        arrays = [each for each in arguments if isinstance(each, Argument)]
        self._machine.arrays(arrays)
        counts, at = _Counts(), ctypes.c_void_p()
        message = ctypes.create_string_buffer(512)
        failed = self._machine.library.emulator_launch(
            self._library[f"emulated_{kernel}"],
            given,
            len(arguments),
            (ctypes.c_uint * 6)(*grid, *block),
            ctypes.c_size_t(shared),
            ctypes.c_void_p(self._shared[0]),
            ctypes.c_size_t(self._shared[1]),
            SCHEDULES.index(schedule),
            ctypes.c_ulonglong(seed),
            ctypes.byref(counts),
            message,
            ctypes.byref(at),
        )
        if failed:
            where = self._line(at.value) if at.value else ""
            raise EmulatorError(f"the kernel `{kernel}`: {message.value.decode()}{where}", schedule)
        return Launch(kernel, *(int(getattr(counts, name)) for name, *_ in _Counts._fields_))

    def _check_launch(
        self, kernel: str, grid: Sequence[int], block: Sequence[int], shared: int
    ) -> None:
        threads = block[0] * block[1] * block[2]
        if not 1 <= threads <= MOST_THREADS or min(block) < 1 or block[2] > 64:
            raise EmulatorError(f"the kernel `{kernel}`: a block of {tuple(block)} threads")
        if min(grid) < 1 or grid[0] >= 2**31 or max(grid[1:]) > 65535:
            raise EmulatorError(f"the kernel `{kernel}`: a grid of {tuple(grid)} blocks")
        if shared + self._shared[1] > MOST_SHARED:
            raise EmulatorError(f"the kernel `{kernel}`: {shared} bytes of shared memory")

    def _given(self, kernel: str, arguments: Sequence[Argument | np.generic]) -> Any:
        """The addresses of the arguments; their number and sizes are those of the parameters."""
        describe = self._library[f"emulated_sizes_{kernel}"]
        describe.restype = ctypes.POINTER(ctypes.c_int)
        sizes = describe()
        expected: list[int] = []
        while sizes[len(expected)]:
            expected.append(sizes[len(expected)])
        values = [
            np.uint64(each.memory.ctypes.data) if isinstance(each, Argument) else each
            for each in arguments
        ]
        found = [value.nbytes for value in values]
        if found != expected:
            raise EmulatorError(f"the kernel `{kernel}` takes {expected} bytes, not {found}")
        kept = [np.array(value) for value in values]
        made = (ctypes.c_void_p * max(len(kept), 1))(*(each.ctypes.data for each in kept))
        made.kept = kept  # type: ignore[attr-defined]
        return made

    def _line(self, address: int) -> str:
        """Which line of the text an instruction is for, where the system can tell."""
        tool = shutil.which("addr2line")
        if tool is None:
            return ""
        base = self._base()
        command = [tool, "-s", "-e", str(self._path), hex(address - 1 - base)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = done.stdout.split()
        if not found or found[0].startswith("?"):
            return ""
        return f" (at {found[0].replace('kernel.cpp', 'kernel.cu')})"

    def _base(self) -> int:
        """Where the library lies in memory."""
        for line in Path("/proc/self/maps").read_text("utf-8").splitlines():
            if line.endswith(str(self._path)):
                return int(line.split("-", maxsplit=1)[0], 16)
        return 0


class _Machine:
    """The emulator, loaded once; all kernels call it."""

    def __init__(self, path: Path) -> None:
        self.library = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)

    def arrays(self, arrays: Sequence[Argument]) -> None:
        """Say what a kernel may reach: each array once, only read where all say so."""
        found: dict[int, Argument] = {}
        for each in arrays:
            before = found.get(each.memory.ctypes.data)
            if before is None or before.constant:
                found[each.memory.ctypes.data] = each
        count = len(found)
        flags = [each.constant | _looks_for_races(each) << 1 for each in found.values()]
        self.library.emulator_arrays(
            count,
            (ctypes.c_void_p * max(count, 1))(*found),
            (ctypes.c_size_t * max(count, 1))(*(each.memory.nbytes for each in found.values())),
            (ctypes.c_int * max(count, 1))(*flags),
        )


def _looks_for_races(argument: Argument) -> bool:
    return argument.memory.nbytes <= RACES_UP_TO


@lru_cache(maxsize=4)
def _machine(compiler: Compiler) -> _Machine:
    text = (HERE / "runtime.cpp").read_text("utf-8")
    return _Machine(library(text, compiler, RUNTIME))
