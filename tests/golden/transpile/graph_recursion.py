"""A `Static` parameter ends the recursion."""

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def power(x: Tensor[f32, n], k: Static[int] = 3) -> Tensor[f32, n]:
    if k == 0:
        return x * 0.0 + 1.0
    return power(x, k - 1) * x
# --- calls ---
#: power(np.float32([2, 3])) == [8, 27]
#: power(np.float32([2, 3]), 0) == [1, 1]
# --- emitted ---
# Written by `dslc build` from graph_recursion.py: edit that file and build again.
"""A `Static` parameter ends the recursion."""

import dslc
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("graph_recursion.py")
def power(g, x: Tensor[f32, n], k: Static[int] = 3) -> Tensor[f32, n]:
    g.lines(11, 12)

    if k == 0:
        g.at("return x * 0.0 + 1.0")
        result_multiply = g.multiply(x, 0.0)                      # f32[n]
        result = g.add(result_multiply, 1.0)                      # f32[n]
        return result

    g.at("return power(x, k - 1) * x")
    result_power = g.call(power, x, k - 1)                        # f32[n]
    result = g.multiply(result_power, x)                          # f32[n]
    return result
