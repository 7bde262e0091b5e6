# construct: `return`
# nodes: Return
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for i in range(x.shape[0]):
        if x[i] > 2:
            return i  # <--
    return -1
# --- calls ---
#: f(np.float32([1, 5])) == 1
#: f(np.float32([1])) == -1
# --- emitted ---
@dslc.builder("return_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11, 12, 13)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, result):                                    # int, int
        g.at("if x[i] > 2:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, 2)                           # bool_

        def if1_then():
            g.at("return i")
            return i, g.RETURN

        def if1_else():
            return g.unset, g.RUN

        result, exit = g.if_(test, if1_then, if1_else)            # int, int
        return result, exit

    result, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,), exits=True)  # int, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1")
        return -1

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int
    return result
