# construct: `< <= > >= == !=`
# nodes: Compare Lt LtE Gt GtE Eq NotEq
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = x.shape[0]
    return k < 2, k <= 2, k > 2, k >= 2, k == 2, k != 2  # <--
# --- calls ---
#: f(np.float32([1, 2])) == (False, True, False, True, True, False)
# --- emitted ---
@dslc.builder("compare_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    k = x.shape[0]

    g.at("return k < 2, k <= 2, k > 2, k >= 2, k == 2, k != 2")
    result_less = g.less(k, 2)                                    # bool
    result_less_equal = g.less_equal(k, 2)                        # bool
    result_greater = g.greater(k, 2)                              # bool
    result_greater_equal = g.greater_equal(k, 2)                  # bool
    result_equal = g.equal(k, 2)                                  # bool
    result_not_equal = g.not_equal(k, 2)                          # bool
    return result_less, result_less_equal, result_greater, result_greater_equal, result_equal, result_not_equal
