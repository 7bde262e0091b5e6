# construct: `for` with an `else` that binds what a `break` binds
# nodes: For
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], limit: float):
    for i in range(x.shape[0]):
        if x[i] > limit:
            found = x[i]
            break
    else:  # <--
        i, found = -1, np.float32(0)
    return i, found
# --- calls ---
#: f(np.float32([8, 9]), 8.0) == (1, np.float32(9))
#: f(np.float32([8, 9]), 9.0) == (-1, np.float32(0))
#: f(np.float32([]), 7.0) == (-1, np.float32(0))
# --- emitted ---
@dslc.builder("for_else_bound_run.py")
def f(g, x: Tensor[f32, n], limit: float):
    g.lines(10, 11, 12, 13, 14)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i_index, i, found):                            # int, int, f32
        i = i_index

        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then():
            g.at("found = x[i]")
            found = g.index(x, g.s_[i])                           # f32

            g.at("break")
            return found, g.BREAK

        def if1_else():
            return g.unset, g.RUN

        found, exit = g.if_(test, if1_then, if1_else)             # f32, int
        return i, found, exit

    i, found, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset, g.unset), exits=True)  # int, f32, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then():
        i, found = -1, np.float32(0)
        return i, found

    def if2_else():
        return i, found

    i, found = g.if_(test, if2_then, if2_else)                    # int, f32

    return i, found
