# construct: `+ - * / // % **`
# nodes: BinOp Add Sub Mult Div FloorDiv Mod Pow
# time: call
# status: supported
# note: What sizes something stays a polynomial.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = x.shape[0]
    return k + 1, k - 1, k * 2, k / 2, k // 2, k % 2, k**2  # <--
# --- calls ---
#: f(np.float32([2, 3, 4])) == (4, 2, 6, 1.5, 1, 1, 9)
#: f(np.float32([])) == (1, -1, 0, 0.0, 0, 0, 0)
# --- emitted ---
@dslc.builder("operators_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    k = x.shape[0]

    g.at("return k + 1, k - 1, k * 2, k / 2, k // 2, k % 2, k**2")
    result_divide = g.divide(k, 2)                                # float
    result_pow = g.pow(k, 2)                                      # int
    return k + 1, k - 1, k * 2, result_divide, k // 2, k % 2, result_pow
