# construct: `<< >> & \| ^`
# nodes: BinOp LShift RShift BitAnd BitOr BitXor
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 6):
    parts = k << 1, k >> 1, k & 3, k | 1, k ^ 3  # <--
    return x * parts[0]
# --- calls ---
#: f(np.float32([2])) == np.float32([24])
# --- emitted ---
@dslc.builder("bits_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 6):
    g.lines(11)

    parts = (k << 1, k >> 1, k & 3, k | 1, k ^ 3)

    g.at("return x * parts[0]")
    result = g.multiply(x, parts[0])                              # f32[n]
    return result
