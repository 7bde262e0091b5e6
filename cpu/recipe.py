"""How kernels of this backend are compiled."""

from __future__ import annotations

from pathlib import Path

from dslc.ir.cxx.toolchain import ELEMENTS, LIBRARY, Recipe

# Floats are IEEE's: nothing is contracted, reassociated or assumed finite; given up are errno and
# traps. Integers wrap around. A product that may be fused with its addition (`rt/matmul.h`) always
# is: tuned for some processors, g++ leaves sums in some tiles alone, and bits depend on the tile.
RECIPE = Recipe(
    (Path(__file__).parent / "rt", ELEMENTS),
    (
        "-std=gnu++17",
        "-march=native",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-ffp-contract=off",
        "--param=avoid-fma-max-bits=0",
        "-fwrapv",
        *LIBRARY,
        "-Wl,--as-needed",
    ),
)
"""Flags of g++ and clang++, and where headers are."""
