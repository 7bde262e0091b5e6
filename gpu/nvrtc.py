"""CUDA C++ to machine code by NVRTC, which needs no GPU; kept on disk by content."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dslc.ir.cxx.cache import folder, hash_of
from dslc.ir.cxx.toolchain import ELEMENTS
from dslc.ir.diagnostics import CompilerBug

HEADERS = (Path(__file__).parent / "rt", ELEMENTS)
"""What kernels include."""

ARCHITECTURES = ("sm_80", "sm_90", "sm_100")
"""Those that are looked at where no GPU is at hand."""

_OPTIONS = {
    "std": "c++17",
    "fma": False,
    "device_as_default_execution_space": True,
    "device_int128": True,
}


@dataclass(frozen=True, slots=True)
class Resources:
    """What a kernel needs of a GPU.

    Attributes:
        kernel: its name.
        registers: of a thread.
        stack: bytes of a thread.
        spilled: bytes that registers did not hold.
        shared: bytes of static shared memory.
    """

    kernel: str
    registers: int
    stack: int
    spilled: int
    shared: int


def is_installed() -> bool:
    """Whether NVRTC can be called."""
    return find_spec("cuda") is not None and find_spec("cuda.core") is not None


def cubin(text: str, architecture: str) -> Path:
    """The machine code of a text, compiled unless it is there already.

    Raises:
        CompilerBug: where NVRTC refuses the text.
    """
    name = _key(text, architecture)
    entry = folder() / f"{name}.cubin"
    if not entry.is_file():
        code, _ = compile_text(text, architecture)
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=entry.parent, delete=False) as file:
            file.write(code)
        Path(file.name).replace(entry)  # processes never see half of one
    return entry


def resources(texts: Iterable[str], architecture: str) -> list[Resources]:
    """What each kernel of some texts needs.

    Raises:
        CompilerBug: where NVRTC refuses the text.
    """
    logs = (compile_text(text, architecture)[1] for text in texts)
    return [found for log in logs for found in _resources(log)]


def compile_text(text: str, architecture: str) -> tuple[bytes, str]:
    """The machine code, and what the compiler tells of it."""
    core: Any = import_module("cuda.core")
    log = io.StringIO()
    refusals: Any = import_module("cuda.core._utils.cuda_utils")
    options = core.ProgramOptions(
        arch=architecture,
        include_path=[str(each) for each in HEADERS],
        ptxas_options=["-v"],
        **_OPTIONS,
    )
    try:
        made = core.Program(text, "c++", options).compile("cubin", logs=log)
    except refusals.NVRTCError as error:
        raise CompilerBug("NVRTC refuses the kernels", str(error)) from None
    return bytes(made.code), log.getvalue()


def _key(text: str, architecture: str) -> str:
    headers = (each for at in HEADERS for each in sorted(at.glob("*.h")))
    texts = (header.read_text("utf-8") for header in headers)
    return hash_of([text, architecture, repr(_OPTIONS), _version(), *texts])


@lru_cache(maxsize=1)
def _version() -> str:
    nvrtc: Any = import_module("cuda.bindings.nvrtc")
    return str(nvrtc.nvrtcVersion())


_FUNCTION = re.compile(r"Compiling entry function '(\w+)'")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")


def _resources(log: str) -> Sequence[Resources]:
    found: list[Resources] = []
    for part in log.split("ptxas info    : Compiling entry function")[1:]:
        name = _FUNCTION.search(f"Compiling entry function{part}")
        stack, used, shared = (each.search(part) for each in (_STACK, _USED, _SHARED))
        if name and used:
            numbers = [int(number) for number in stack.groups()] if stack else [0, 0, 0]
            static = int(shared[1]) if shared else 0
            spilled = numbers[1] + numbers[2]
            found.append(Resources(name[1], int(used[1]), numbers[0], spilled, static))
    return found


def table(found: Mapping[str, Sequence[Resources]]) -> list[str]:
    """A line for each kernel by architecture."""
    wide = max((len(each.kernel) for kernels in found.values() for each in kernels), default=6)
    title = f"{'kernel':{wide}} arch    registers  stack  spilled  shared  blocks of 256 threads"
    return [title] + [
        f"{each.kernel:{wide}} {architecture:7} {each.registers:9}  {each.stack:5}"
        f"  {each.spilled:7}  {each.shared:6}  {occupancy(each):21}"
        for architecture, kernels in found.items()
        for each in kernels
    ]


def occupancy(kernel: Resources, threads: int = 256) -> int:
    """Blocks that a multiprocessor of 64K registers and 2048 threads holds at one time."""
    allocated = -(-kernel.registers // 8) * 8
    return min(65536 // (allocated * threads), 2048 // threads)
