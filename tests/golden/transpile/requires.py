"""Two dims that meet are taken to be equal, and each call checks that."""

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def added(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    z = x[1:] + y
    return z * x[: y.shape[0]]
# --- calls ---
#: added(np.float32([1, 2, 3]), np.float32([1, 1])) == [3, 8]
#? added(np.float32([1, 2, 3]), np.float32([1])) shape-assumption
# --- emitted ---
# Written by `dslc build` from requires.py: edit that file and build again.
"""Two dims that meet are taken to be equal, and each call checks that."""

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("requires.py")
def added(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    # require m == max(n - 1, 0): z = x[1:] + y
    g.lines(10, 11)

    g.at("z = x[1:] + y")
    z_index = g.index(x, g.s_[1:])                                # f32[max(n - 1, 0)]
    z = g.add(z_index, y)                                         # f32[max(n - 1, 0)]

    g.at("return z * x[: y.shape[0]]")
    result_index = g.index(x, g.s_[:y.shape[0]])                  # f32[min(m, n)]
    result = g.multiply(z, result_index)                          # f32[max(n - 1, 0)]
    return result
