"""Each operand once, and none after the first that fails."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def inside(x: Tensor[f32, n], i: int) -> bool:
    hit = False
    if 0 <= i < x.shape[0] and 0 < x[i] <= 1:
        hit = True
    return hit
# --- calls ---
#: inside(np.float32([1, -2]), 0) == True
#: inside(np.float32([1, -2]), 1) == False
#: inside(np.float32([1, -2]), 2) == False
#: inside(np.float32([]), 0) == False
# --- emitted ---
# Written by `dslc build` from chained_comparison.py: edit that file and build again.
"""Each operand once, and none after the first that fails."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("chained_comparison.py")
def inside(g, x: Tensor[f32, n], i: int) -> bool:
    g.lines(11)

    hit = False

    g.at("if 0 <= i < x.shape[0] and 0 < x[i] <= 1:")
    test_less_equal = g.less_equal(0, i)                          # bool
    test_less = g.less(i, x.shape[0])                             # bool
    test_and = g.and_(test_less_equal, test_less)                 # bool

    def if1_then():
        test_index = g.index(x, g.s_[i])                          # f32
        test_less_2 = g.less(0, test_index)                       # bool_
        test_less_equal_2 = g.less_equal(test_index, 1)           # bool_
        test_logical_and = g.logical_and(test_less_2, test_less_equal_2)  # bool_
        test_cast = g.cast(test_logical_and, bool)                # bool
        return test_cast

    def if1_else():
        return False

    test = g.if_(test_and, if1_then, if1_else)                    # bool

    def if2_then():
        hit = True
        return hit

    def if2_else():
        return hit

    hit = g.if_(test, if2_then, if2_else)                         # bool

    return hit
