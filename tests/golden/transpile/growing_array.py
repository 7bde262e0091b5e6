"""A carried array whose size changes from trip to trip."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def repeated(x: Tensor[f32, n], count: int):
    y = x
    for i in range(count):
        y = np.concatenate((y, x * i))
    return y
# --- calls ---
#: repeated(np.float32([1, 2]), 2) == [1, 2, 0, 0, 1, 2]
#: repeated(np.float32([1, 2]), 0) == [1, 2]
#: repeated(np.float32([]), 2)
# --- emitted ---
# Written by `dslc build` from growing_array.py: edit that file and build again.
"""A carried array whose size changes from trip to trip."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("growing_array.py")
def repeated(g, x: Tensor[f32, n], count: int):
    g.lines(13, 14)

    y = x

    g.at("for i in range(count):")

    def loop1_body(i, y):                                         # int, f32[i*n + n]
        g.at("y = np.concatenate((y, x * i))")
        y_multiply = g.multiply(x, i)                             # f32[n]
        y = g.concat((y, y_multiply))                             # f32[i*n + 2*n]
        return y

    y = g.for_(g.range(count), loop1_body, (y,))                  # f32[n*max(count, 0) + n]

    return y
