"""A power of a build-time int is an int where its exponent is known not to be negative."""

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def rest(x: Tensor[f32, n], width: Static[int] = 2) -> Tensor[f32, n]:
    y = (width**2 % x).copy()
    y[0] = 1.0
    return y
# --- calls ---
#: rest(np.float32([3, 3, 5]))
# --- emitted ---
# Written by `dslc build` from power_of_a_static.py: edit that file and build again.
"""A power of a build-time int is an int where its exponent is known not to be negative."""

import dslc
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("power_of_a_static.py")
def rest(g, x: Tensor[f32, n], width: Static[int] = 2) -> Tensor[f32, n]:
    g.lines(10, 11)

    g.at("y = (width**2 % x).copy()")
    y_remainder = g.remainder(width ** 2, x)                      # f32[n]
    y = g.copy(y_remainder)                                       # f32[n]

    g.at("y[0] = 1.0")
    y = g.store(y, g.s_[0], 1.0)                                  # f32[n]

    return y
