# construct: `match`
# nodes: Match match_case MatchValue MatchOr MatchAs
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    match k:  # <--
        case 0 | 1:
            y = x
        case 2 if x[0] > 0:
            y = x * 2
        case other:
            y = x + other
    return y
# --- calls ---
#: f(np.float32([3]), 1) == np.float32([3])
#: f(np.float32([3]), 2) == np.float32([6])
#: f(np.float32([-3]), 2) == np.float32([-1])
#: f(np.float32([-3]), 5) == np.float32([2])
# --- emitted ---
@dslc.builder("match_run.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(11, 13, 14, 16)

    g.at("case 0 | 1:")
    test_equal = g.equal(k, 0)                                    # bool
    test_equal_2 = g.equal(k, 1)                                  # bool
    test = g.or_(test_equal, test_equal_2)                        # bool

    def if1_then():
        y = x
        return y

    def if1_else():
        g.at("case 2 if x[0] > 0:")
        test_equal = g.equal(k, 2)                                # bool

        def if2_then():
            test_index = g.index(x, g.s_[0])                      # f32
            test_greater = g.greater(test_index, 0)               # bool_
            test_cast = g.cast(test_greater, bool)                # bool
            return test_cast

        def if2_else():
            return False

        test = g.if_(test_equal, if2_then, if2_else)              # bool

        def if3_then():
            g.at("y = x * 2")
            y = g.multiply(x, 2)                                  # f32[n]
            return y

        def if3_else():
            other = k

            g.at("y = x + other")
            y = g.add(x, other)                                   # f32[n]
            return y

        y = g.if_(test, if3_then, if3_else)                       # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[n]

    return y
