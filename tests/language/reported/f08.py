# construct: `and` does not evaluate what has an effect
# time: run
# status: supported
# reported: PaddlePaddle/Paddle#50365
import numpy as np

from dslc import InOut, Tensor, graph, i64


def stamp(t):
    t[0] = 999
    return t[0] > 0


@graph
def f(x: Tensor[i64, 1], y: InOut[i64, 1]):
    if x[0] > 0 and stamp(y):  # <--
        pass
    return y.copy()
# --- calls ---
#: f(np.array([0]), np.array([7])) == np.array([7])
#: f(np.array([1]), np.array([7])) == np.array([999])
# --- emitted ---
def stamp_inlined(g, t):
    g.lines(7, 8)

    g.at("t[0] = 999")
    g.write(t, g.s_[0], 999)                                      # i64[1]

    g.at("return t[0] > 0")
    result_index = g.index(t, g.s_[0])                            # i64
    result = g.greater(result_index, 0)                           # bool_
    return result


@dslc.builder("f08.py", captures=("stamp",))
def f(g, x: Tensor[i64, 1], y: InOut[i64, 1]):
    # updates y
    g.lines(13, 15)

    g.at("if x[0] > 0 and stamp(y):")
    test_index = g.index(x, g.s_[0])                              # i64
    test_greater = g.greater(test_index, 0)                       # bool_

    def if1_then():                                               # i64[1]
        test_stamp = stamp_inlined(g, y)                          # bool_
        test_cast = g.cast(test_stamp, bool)                      # bool
        return test_cast

    def if1_else():                                               # i64[1]
        return False

    test = g.if_(test_greater, if1_then, if1_else, writes=(y,))   # bool, i64[1]

    def if2_then():
        return ()

    def if2_else():
        return ()

    g.if_(test, if2_then, if2_else)

    g.at("return y.copy()")
    result = g.copy(y)                                            # i64[1]
    return result
