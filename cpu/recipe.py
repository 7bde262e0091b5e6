"""How kernels of this backend are compiled."""

from __future__ import annotations

from pathlib import Path

from dslc.ir.cxx.toolchain import ELEMENTS, LIBRARY, Recipe

# Floats are IEEE's: nothing is contracted, reassociated or assumed finite; given up are errno and
# traps. Integers wrap around.
RECIPE = Recipe(
    (Path(__file__).parent / "rt", ELEMENTS),
    (
        "-std=gnu++17",
        "-march=native",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-ffp-contract=off",
        "-fwrapv",
        *LIBRARY,
        "-Wl,--as-needed",
    ),
)
"""Flags of g++ and clang++, and where headers are."""
