"""What a callee returns may be its argument: writing to it is a write to the caller's array."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def doubled(s: Tensor[f32, n]):
    return s * 2.0, s


@graph
def written(x: Tensor[f32, n]):
    a, b = doubled(x)
    a[0] = 7.0
    c, d = doubled(a)
    c[0] = 8.0
    return a, b, c, d
# --- calls ---
#: written(np.float32([1, 2])) == ([7, 4], [1, 2], [8, 8], [7, 4])
# --- emitted ---
# Written by `dslc build` from graph_call_results.py: edit that file and build again.
"""What a callee returns may be its argument: writing to it is a write to the caller's array."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("graph_call_results.py")
def doubled(g, s: Tensor[f32, n]):
    g.lines(10)

    g.at("return s * 2.0, s")
    result_multiply = g.multiply(s, 2.0)                          # f32[n]
    return result_multiply, s


@dslc.builder("graph_call_results.py", captures=("doubled",))
def written(g, x: Tensor[f32, n]):
    g.lines(15, 16, 17, 18)

    g.at("a, b = doubled(x)")
    a, b = g.call(doubled, x)                                     # f32[n], f32[n]

    g.at("a[0] = 7.0")
    a = g.store(a, g.s_[0], 7.0)                                  # f32[n]

    g.at("c, d = doubled(a)")
    c, d = g.call(doubled, a)                                     # f32[n], f32[n]

    g.at("c[0] = 8.0")
    c = g.store(c, g.s_[0], 8.0)                                  # f32[n]

    return a, b, c, d
