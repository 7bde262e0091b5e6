# construct: an array that grows in each trip, used in some trips alone
# nodes: For If
# time: run
# status: supported
# note: In a branch for the third trip the array has the size that it has there.
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    y = x
    total = 0.0
    for i in range(4):
        y = np.concatenate((y, np.ones(1)))
        if i == 2:
            total = np.sum(y * np.ones(len(x) + 3))  # <--
    return y, total
# --- calls ---
#: f(np.array([2.0])) == (np.array([2.0, 1.0, 1.0, 1.0, 1.0]), np.float64(5.0))
#: f(np.array([]))
# --- emitted ---
@dslc.builder("growing_array_in_some_trips_run.py")
def f(g, x: Tensor[f64, n]):
    g.lines(12, 13, 14, 15)

    y = x
    total = 0.0

    g.at("for i in range(4):")

    def loop1_body(i, y, total):                                  # int, f64[i + n], f64?
        g.at("y = np.concatenate((y, np.ones(1)))")
        y_ones = g.ones(1)                                        # f64[1]
        y = g.concat((y, y_ones))                                 # f64[i + n + 1]

        g.at("if i == 2:")
        test = g.equal(i, 2)                                      # bool

        def if1_then():
            g.at("total = np.sum(y * np.ones(len(x) + 3))")
            total_ones = g.ones(x.shape[0] + 3)                   # f64[n + 3]
            total_multiply = g.multiply(y, total_ones)            # f64[n + 3]
            total = g.sum(total_multiply)                         # f64
            return total

        def if1_else():
            return total

        total = g.if_(test, if1_then, if1_else)                   # f64?
        return y, total

    y, total = g.for_(g.range(4), loop1_body, (y, total))         # f64[n + 4], f64?

    return y, total
