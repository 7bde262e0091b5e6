"""A statement whose value nobody reads still raises."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def touched(x: Tensor[f32, n], i: int) -> Tensor[f32, n]:
    x[i]
    unused = 10 // i
    x + 1
    return x
# --- calls ---
#: touched(np.float32([1, 2]), 1) == [1, 2]
#! touched(np.float32([1, 2]), 5) IndexError
#! touched(np.float32([1, 2]), 0) ZeroDivisionError
# --- emitted ---
# Written by `dslc build` from unused_values_that_raise.py: edit that file and build again.
"""A statement whose value nobody reads still raises."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("unused_values_that_raise.py")
def touched(g, x: Tensor[f32, n], i: int) -> Tensor[f32, n]:
    g.lines(10, 11, 12)

    g.at("x[i]")
    value_index = g.index(x, g.s_[i])                             # f32

    g.at("unused = 10 // i")
    unused = g.floor_divide(10, i)                                # int

    g.at("x + 1")
    value_add = g.add(x, 1)                                       # f32[n]

    return x
