"""Items known while building unroll; the loop over a range with a run-time bound stays a loop."""

import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def folded(x: Tensor[f32, n, m], axes: Static[tuple] = (1, 0), count: int = 2):
    for axis in axes:
        x = np.concatenate((x, x), axis=axis)
    parts = (x, x * 2.0, x * 3.0)
    total = x * 0.0
    for i in range(3):
        total = total + parts[i]
    for _ in range(count):
        total = total + 1.0
    return total
# --- calls ---
#: folded(np.float32([[1]])) == [[8, 8], [8, 8]]
#: folded(np.float32([[1]]), (0,), 0) == [[6], [6]]
# --- emitted ---
# Written by `dslc build` from loop_over_static_items.py: edit that file and build again.
"""Items known while building unroll; the loop over a range with a run-time bound stays a loop."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("loop_over_static_items.py")
def folded(g, x: Tensor[f32, n, m], axes: Static[tuple] = (1, 0), count: int = 2):
    g.lines(13, 14, 15, 16, 17, 18, 19)

    for axis in axes:
        g.at("x = np.concatenate((x, x), axis=axis)")
        x = g.concat((x, x), axis=axis)                           # f32[*, 2*m]

    g.at("parts = (x, x * 2.0, x * 3.0)")
    parts_multiply = g.multiply(x, 2.0)                           # f32[2*n, 2*m]
    parts_multiply_2 = g.multiply(x, 3.0)                         # f32[2*n, 2*m]
    parts = (x, parts_multiply, parts_multiply_2)

    g.at("total = x * 0.0")
    total = g.multiply(x, 0.0)                                    # f32[2*n, 2*m]

    g.at("for i in range(3):")
    for i in range(3):
        g.at("total = total + parts[i]")
        total = g.add(total, parts[i])                            # f32[2*n, 2*m]

    g.at("for _ in range(count):")

    def loop1_body(_, total):                                     # int, f32[2*n, 2*m]
        g.at("total = total + 1.0")
        total = g.add(total, 1.0)                                 # f32[2*n, 2*m]
        return total

    total = g.for_(g.range(count), loop1_body, (total,))          # f32[2*n, 2*m]

    return total
