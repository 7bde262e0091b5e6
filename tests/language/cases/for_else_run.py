# construct: `for` with `else`
# nodes: For
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], wanted: float):
    at = 0
    for i in range(x.shape[0]):  # <--
        if x[i] == wanted:
            at = i
            break
    else:
        at = -1
    return at
# --- calls ---
#: f(np.float32([8, 9]), 9.0) == 1
#: f(np.float32([8, 9]), 7.0) == -1
#: f(np.float32([]), 7.0) == -1
# --- emitted ---
@dslc.builder("for_else_run.py")
def f(g, x: Tensor[f32, n], wanted: float):
    g.lines(11, 12, 14, 15)

    at = 0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, at):                                        # int, int
        g.at("if x[i] == wanted:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.equal(test_index, wanted)                        # bool_

        def if1_then():
            at = i

            g.at("break")
            return at, g.BREAK

        def if1_else():
            return g.unset, g.RUN

        at, exit = g.if_(test, if1_then, if1_else)                # int, int
        return at, exit

    at, exit = g.for_(g.range(x.shape[0]), loop1_body, (at,), exits=True)  # int, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then():
        at = -1
        return at

    def if2_else():
        return at

    at = g.if_(test, if2_then, if2_else)                          # int

    return at
