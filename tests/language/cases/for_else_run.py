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
    broken = False

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, at, broken):                                # int, int, bool
        g.at("if x[i] == wanted:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.equal(test_index, wanted)                        # bool_

        def if1_then():
            at = i
            broken = True

            g.at("break")
            return at, broken, g.BREAK

        def if1_else():
            return at, broken, g.RUN

        at, broken, exit = g.if_(test, if1_then, if1_else)        # int, bool, int
        return at, broken, exit

    at, broken, exit = g.for_(g.range(x.shape[0]), loop1_body, (at, broken), exits=True)  # int, bool, int

    g.at("else:")
    test = g.not_(broken)                                         # bool

    def if2_then():
        at = -1
        return at

    def if2_else():
        return at

    at = g.if_(test, if2_then, if2_else)                          # int

    return at
