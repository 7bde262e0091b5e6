# construct: `<< >> & \| ^`
# nodes: BinOp LShift RShift BitAnd BitOr BitXor
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, graph, i64

n = dims("n")


@graph
def f(a: Tensor[i64, n], k: int):
    return a << 1, a >> 1, a & 3, a | 1, k ^ 3  # <--
# --- calls ---
#: f(np.array([6]), 6) == ([12], [3], [2], [7], 5)
# --- emitted ---
@dslc.builder("bits_run.py")
def f(g, a: Tensor[i64, n], k: int):
    g.lines(10)

    g.at("return a << 1, a >> 1, a & 3, a | 1, k ^ 3")
    result_left_shift = g.left_shift(a, 1)                        # i64[n]
    result_right_shift = g.right_shift(a, 1)                      # i64[n]
    result_bitwise_and = g.bitwise_and(a, 3)                      # i64[n]
    result_bitwise_or = g.bitwise_or(a, 1)                        # i64[n]
    result_bitwise_xor = g.bitwise_xor(k, 3)                      # int
    return result_left_shift, result_right_shift, result_bitwise_and, result_bitwise_or, result_bitwise_xor
