"""How far vector math is from the exact value, in units in the last place: `python bench/ulps.py`.

Of f32 the exact value is NumPy's in f64, of f64 NumPy's in long double where that is wider.
`--all` takes every bit pattern of f32, some three minutes for each function; else a sample.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from dslc.cpu.backend import Cpu
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType

FUNCTIONS = (
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh"),
)
BLOCK = 1 << 15  # all arrays of a block stay in the second cache
SAMPLE = 1 << 19


def main() -> None:
    """Print the greatest distance of each function."""
    parser = argparse.ArgumentParser(description="How exact vector math is.")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", default=FUNCTIONS)
    parser.add_argument("--all", action="store_true", help="every bit pattern of f32")
    options = parser.parse_args()
    print("| function | f32 | at | f64 | at |\n|---|---|---|---|---|")
    for name in options.functions:
        cells = []
        for dtype, wide in ((np.float32, np.float64), (np.float64, np.longdouble)):
            native = compiled(name, np.dtype(dtype))
            blocks = patterns(np.dtype(dtype), whole=options.all)
            every = (farthest(name, native, x, wide) for x in blocks)
            far, at = max(every, key=lambda found: found[0])
            cells += [f"{far:.3f}", f"{at:.9g}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def patterns(dtype: np.dtype, *, whole: bool) -> Iterator[np.ndarray]:
    """Bit patterns in blocks, all of f32 if asked for; beside a sample, numbers near 0 and 1."""
    bits = np.uint32 if dtype.itemsize == 4 else np.uint64
    if whole and dtype.itemsize == 4:
        for first in range(0, 1 << 32, BLOCK):
            yield np.arange(first, first + BLOCK, dtype=np.uint64).astype(np.uint32).view(dtype)
        return
    random = np.random.default_rng(0)
    yield random.integers(0, np.iinfo(bits).max, SAMPLE, bits, endpoint=True).view(dtype)
    yield (random.standard_normal(SAMPLE) * 10).astype(dtype)
    yield (1 + random.standard_normal(SAMPLE) * 0.1).astype(dtype)
    yield (random.standard_normal(SAMPLE) * 0.5).astype(dtype)


def compiled(name: str, dtype: np.dtype) -> Callable[[np.ndarray], np.ndarray]:
    """A function as native code."""
    n = dims("n")
    g = Builder(name, [("x", TensorType(BY_NAME[f"f{8 * dtype.itemsize}"], (n,)))])
    native = Cpu().compile(g.finish((getattr(g, name)(*g.graph.parameters),)))
    return lambda x: native([x], {"n": len(x)})[0]


def farthest(
    name: str, native: Callable[[np.ndarray], np.ndarray], x: np.ndarray, wide: type[Any]
) -> tuple[float, float]:
    """The greatest distance, and where; infinite where a special value is wrong."""
    found = native(x)
    with np.errstate(all="ignore"):
        exact = getattr(np, name)(x.astype(wide))
        rounded = exact.astype(x.dtype)
        unit = np.spacing(np.maximum(np.abs(rounded), np.finfo(x.dtype).tiny)).astype(wide)
        far = np.abs(found.astype(wide) - exact) / unit
        special = ~np.isfinite(rounded)
        if special.any():
            same = (found == rounded) | (np.isnan(found) & np.isnan(rounded))
            far[special] = np.where(same[special], 0, np.inf)
    worst = int(np.argmax(far))
    return float(far[worst]), float(x[worst])


if __name__ == "__main__":
    main()
