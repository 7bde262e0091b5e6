# construct: `and`, `or`
# nodes: BoolOp And Or
# time: run
# status: supported
# note: What Python does not evaluate is not evaluated.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], i: int):
    if 0 <= i < x.shape[0] and x[i] > 0 or i == 99:  # <--
        return x * 2
    return x
# --- calls ---
#: f(np.float32([2]), 0) == np.float32([4])
#: f(np.float32([2]), 5) == np.float32([2])
#: f(np.float32([2]), 99) == np.float32([4])
# --- emitted ---
@dslc.builder("logical_run.py")
def f(g, x: Tensor[f32, n], i: int):
    g.lines(10, 11, 12)

    g.at("if 0 <= i < x.shape[0] and x[i] > 0 or i == 99:")
    test_less_equal = g.less_equal(0, i)                          # bool
    test_less = g.less(i, x.shape[0])                             # bool
    test_and = g.and_(test_less_equal, test_less)                 # bool

    def if1_then():
        test_index = g.index(x, g.s_[i])                          # f32
        test_greater = g.greater(test_index, 0)                   # bool_
        test_cast = g.cast(test_greater, bool)                    # bool
        return test_cast

    def if1_else():
        return False

    test_if = g.if_(test_and, if1_then, if1_else)                 # bool
    test_equal = g.equal(i, 99)                                   # bool
    test = g.or_(test_if, test_equal)                             # bool

    def if2_then():
        g.at("return x * 2")
        result = g.multiply(x, 2)                                 # f32[n]
        return result

    def if2_else():
        g.at("return x")
        return x

    result = g.if_(test, if2_then, if2_else)                      # f32[n]
    return result
