"""Time to build modules of growing size: `python bench/build_time.py`.

Each module holds graph functions of 25 lines with a loop, a branch and a call. Prints lines,
functions, seconds, and the ratio of seconds per line to that of the smallest module: a build is
linear when it stays near 1.
"""

import tempfile
import time
from pathlib import Path

from dslc.transpile import build_module

HEADER = '''"""Generated."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph

n = dslc.dims("n")

'''

FUNCTION = '''
@graph
def iterate{i}(x: Tensor[f32, n], tol: Scalar[f32], most: int) -> Tensor[f32, n]:
    """Steps of a damped iteration."""
    # Start above.
    y = np.maximum(x, 1.0)
    gap = np.max(np.abs(y * y - x))
    step = 0
    while gap > tol and step < most:
        z = x / y
        y = 0.5 * (y + z)
        gap = np.max(np.abs(y * y - x))
        step += 1
    if gap > tol:
        y = np.where(x > 0.0, y, 0.0)
    total = np.float32(0.0)
    for i in range(x.shape[0]):
        total = total + y[i]
    scale = total / np.float32(2.0)
    w = y * scale + x
    v = np.sqrt(np.abs(w)) - 1.0
    u = {call}
    return u + w


'''


def module(functions: int) -> str:
    """A module of this many graph functions, each but the first calling the one before."""
    parts = [
        FUNCTION.format(i=i, call=f"iterate{i - 1}(v, tol, most)" if i else "v * 2.0")
        for i in range(functions)
    ]
    return HEADER + "".join(parts)


def main() -> None:
    """Build and report."""
    print("lines  functions  seconds  per line (relative)")
    base = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for functions in (10, 40, 100, 400):
            path = Path(folder) / f"m{functions}.py"
            text = module(functions)
            path.write_text(text)
            start = time.perf_counter()
            build_module(path)
            seconds = time.perf_counter() - start
            lines = text.count("\n")
            base = base or seconds / lines
            print(f"{lines:5}  {functions:9}  {seconds:7.2f}  {seconds / lines / base:.2f}")


if __name__ == "__main__":
    main()
