"""How kernels and the emulator itself are compiled."""

from __future__ import annotations

from pathlib import Path

from dslc.ir.cxx.toolchain import ELEMENTS, LIBRARY, Compiler, Recipe

HERE = Path(__file__).parent / "rt"
"""The emulator's own C++."""

PRELUDE = Path(__file__).parent.parent / "rt"
"""What all kernels include, here as on a GPU."""


RUNTIME = Recipe((HERE,), ("-std=c++17", "-Wno-unused-command-line-argument", *LIBRARY))
"""The emulator."""

# Floats as on a GPU without contraction; integers wrap around where the text says so.
_KERNEL = ("-std=c++17", "-g1", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")

_WATCHED = ("-fsanitize=thread", "-nodefaultlibs")
"""A call of the emulator at each access to memory, and no library that takes these calls."""


def kernel_recipe(compiler: Compiler) -> Recipe:
    """How a kernel is compiled: watched unless the compiler is that of ziglang."""
    watched = () if "ziglang" in compiler.command else _WATCHED
    return Recipe((HERE, PRELUDE, ELEMENTS), (*_KERNEL, *watched, *LIBRARY))
