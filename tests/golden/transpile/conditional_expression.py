import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def safe_ratio(x: Tensor[f32, n], count: int) -> Tensor[f32, n]:
    ratio = 1 / count if count > 0 else 0.0
    return np.abs(x) * ratio if ratio < 1.0 else x
# --- calls ---
#: safe_ratio(np.float32([-2, 4]), 2) == [1, 2]
#: safe_ratio(np.float32([-2, 4]), 1) == [-2, 4]
#: safe_ratio(np.float32([-2, 4]), 0) == [0, 0]
# --- emitted ---
# Written by `dslc build` from conditional_expression.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("conditional_expression.py")
def safe_ratio(g, x: Tensor[f32, n], count: int) -> Tensor[f32, n]:
    g.lines(10, 11)

    g.at("ratio = 1 / count if count > 0 else 0.0")
    ratio_greater = g.greater(count, 0)                           # bool

    def if1_then():
        ratio_divide = g.divide(1, count)                         # float
        return ratio_divide

    def if1_else():
        return 0.0

    ratio = g.if_(ratio_greater, if1_then, if1_else)              # float

    g.at("return np.abs(x) * ratio if ratio < 1.0 else x")
    result_less = g.less(ratio, 1.0)                              # bool

    def if2_then():
        result_abs = g.abs(x)                                     # f32[n]
        result_multiply = g.multiply(result_abs, ratio)           # f32[n]
        return result_multiply

    def if2_else():
        return x

    result = g.if_(result_less, if2_then, if2_else)               # f32[n]
    return result
