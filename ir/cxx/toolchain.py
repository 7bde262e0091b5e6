"""The machine's C++ compiler: which one, its flags, and one run of it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from dslc.ir.backend import Unsupported

ELEMENTS = Path(__file__).parent / "rt"
"""Headers of all backends: what ops mean on single elements."""


LIBRARY = ("-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-fPIC", "-shared")
"""Flags for a library that is loaded, of functions that raise nothing."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a backend's text is compiled.

    Attributes:
        headers: the folders of those that it includes.
        flags: all but the optimisation level.
    """

    headers: tuple[Path, ...]
    flags: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        """The flags, with the optimisation level of `$DSLC_OPTIMIZE` (by default 3)."""
        return (*self.flags, f"-O{os.environ.get('DSLC_OPTIMIZE', '3')}")


class CompilationFailed(Exception):
    """The compiler ran and made no library.

    Attributes:
        log: the command, and what it said.
        status: what it exited with; negative where a signal ended it, 0 where it never ran.
    """

    def __init__(self, log: str, status: int) -> None:
        super().__init__(log, status)
        self.log = log
        self.status = status


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C++ compiler: how it is called, and what it says of its version."""

    command: tuple[str, ...]
    version: str

    def build(self, source: Path, library: Path, recipe: Recipe) -> None:
        """Compile one file to a shared library.

        Raises:
            CompilationFailed: for whatever reason.
        """
        include = [f"-I{folder}" for folder in recipe.headers]
        command = [*self.command, *recipe.options(), *include, str(source), "-o", str(library)]
        command.append("-lm")
        said = shlex.join(command)
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", check=False
            )
        except OSError as error:  # it is gone, or there is no memory for a process
            raise CompilationFailed(f"{said}\n{error}", 0) from None
        if done.returncode or not library.is_file():
            raise CompilationFailed(f"{said}\n{done.stderr}", done.returncode)


def find_compiler() -> Compiler:
    """`$DSLC_CXX`, else g++, clang++, or the compiler of the `ziglang` package.

    Raises:
        Unsupported: when there is none.
    """
    named = os.environ.get("DSLC_CXX")
    candidates = [tuple(shlex.split(named))] if named else [("g++",), ("clang++",), *_zig()]
    for command in candidates:
        path = shutil.which(command[0])
        if path is not None:
            return _described((path, *command[1:]))
    wanted = (
        f"`{named}` of DSLC_CXX is not"
        if named
        else "neither g++, clang++ nor the package ziglang is"
    )
    raise Unsupported(f"{wanted} installed")


def _zig() -> list[tuple[str, ...]]:
    if find_spec("ziglang") is None:
        return []
    return [(sys.executable, "-m", "ziglang", "c++", "-nostdlib++")]


@lru_cache(maxsize=8)
def _described(command: tuple[str, ...]) -> Compiler:
    version = subprocess.run(
        [*command, "--version"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Compiler(command, version.stdout.strip())


@lru_cache(maxsize=1)
def processor() -> str:
    """The processor's model and features, as the system names them."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    telling = ("model name", "flags", "Features", "CPU part")
    return "\n".join(
        [os.uname().machine, *sorted({line for line in lines if line.startswith(telling)})]
    )
