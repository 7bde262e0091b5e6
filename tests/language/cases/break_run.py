# construct: `break`
# nodes: Break
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    total = 0.0
    for i in range(x.shape[0]):
        if x[i] < 0:
            break  # <--
        total = total + x[i]
    return total
# --- calls ---
#~ f(np.float32([4, 3, -1, 5]))
#~ f(np.float32([-1]))
# --- emitted ---
@dslc.builder("break_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11, 12, 13, 14)

    total = 0.0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, total):                                     # int, f32?
        g.at("if x[i] < 0:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.less(test_index, 0)                              # bool_

        def if1_then(total):                                      # f32?
            g.at("break")
            return total, g.BREAK

        def if1_else(total):                                      # f32?
            g.at("total = total + x[i]")
            total_index = g.index(x, g.s_[i])                     # f32
            total = g.add(total, total_index)                     # f32
            return total, g.RUN

        total, exit = g.if_(test, if1_then, if1_else, (total,))   # f32?, int
        return total, exit

    total, exit = g.for_(g.range(x.shape[0]), loop1_body, (total,), exits=True)  # f32?, int

    return total
