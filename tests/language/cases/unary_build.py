# construct: `+x`, `-x`, `~x`, `not x`
# nodes: UnaryOp UAdd USub Invert Not
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    a = +k, -k, ~k, not k  # <--
    return x * a[1]
# --- calls ---
#: f(np.float32([2])) == np.float32([-4])
# --- emitted ---
@dslc.builder("unary_build.py")
def f(g, x: Tensor[f32, n], k: Static[int] = 2):
    g.lines(11)

    a = (+k, -k, ~k, not k)

    g.at("return x * a[1]")
    result = g.multiply(x, a[1])                                  # f32[n]
    return result
