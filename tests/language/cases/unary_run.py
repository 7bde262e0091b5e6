# construct: `+x`, `-x`, `~x`, `not x`
# nodes: UnaryOp UAdd USub Invert Not
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: Tensor[i64, n], flag: bool):
    return -x, +x, ~k, not flag  # <--
# --- calls ---
#: f(np.float32([2]), np.array([5]), True) == (np.float32([-2]), np.float32([2]), [-6], False)
# --- emitted ---
@dslc.builder("unary_run.py")
def f(g, x: Tensor[f32, n], k: Tensor[i64, n], flag: bool):
    g.lines(10)

    g.at("return -x, +x, ~k, not flag")
    result_negative = g.negative(x)                               # f32[n]
    result_positive = g.positive(x)                               # f32[n]
    result_invert = g.invert(k)                                   # i64[n]
    result_not = g.not_(flag)                                     # bool
    return result_negative, result_positive, result_invert, result_not
