# construct: `+ - * / // % **`
# nodes: BinOp Add Sub Mult Div FloorDiv Mod Pow
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 7):
    parts = k + 1, k - 1, k * 2, k / 2, k // 2, k % 2, k**2  # <--
    return x * parts[3]
# --- calls ---
#: f(np.float32([2])) == np.float32([7])
# --- emitted ---
@dslc.builder("operators_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 7):
    g.lines(11)

    parts = (k + 1, k - 1, k * 2, k / 2, k // 2, k % 2, k ** 2)

    g.at("return x * parts[3]")
    result = g.multiply(x, parts[3])                              # f32[n]
    return result
