# construct: `break` of a `while` on build values, under a run-time condition
# nodes: Break
# time: run
# status: supported
# note: What its test depends on moves beside the trips, as long as building says; `k_last` is what it was in the last one.
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")

RATES = (0.5, 0.25, 3.0)


@graph
def f(x: Tensor[f64, n]):
    k = 0
    while k < len(RATES):
        x = x * RATES[k]
        if np.sum(x) < 1:
            break  # <--
        k += 1
        if np.sum(x) > 9:
            continue
        x = x + 1
    else:
        x = -x
    return x, k
# --- calls ---
#: f(np.array([1.0])) == (np.array([0.5]), 0)
#: f(np.array([3.0])) == (np.array([0.625]), 1)
#: f(np.array([6.0])) == (np.array([-7.0]), 3)
#: f(np.array([40.0])) == (np.array([-18.0]), 3)
#: f(np.array([nan]))
# --- emitted ---
@dslc.builder("break_of_build_while_run.py", captures=("RATES",))
def f(g, x: Tensor[f64, n]):
    # capture RATES = (0.5, 0.25, 3.0)
    g.lines(13, 14, 15, 16, 18, 19, 20, 21, 22)

    k = 0

    g.at("while k < len(RATES):")
    exit = g.RUN
    k_last = k
    while k < len(RATES):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # f64[n]
            k_last = k

            g.at("x = x * RATES[k]")
            x = g.multiply(x, RATES[k])                           # f64[n]

            g.at("if np.sum(x) < 1:")
            test_sum = g.sum(x)                                   # f64
            test = g.less(test_sum, 1)                            # bool_

            def if2_then(x):                                      # f64[n]
                g.at("break")
                return x, k_last, g.BREAK

            def if2_else(x):                                      # f64[n]
                k_last = k + 1

                g.at("if np.sum(x) > 9:")
                test_sum = g.sum(x)                               # f64
                test = g.greater(test_sum, 9)                     # bool_

                def if3_then(x):                                  # f64[n]
                    g.at("continue")
                    return x

                def if3_else(x):                                  # f64[n]
                    g.at("x = x + 1")
                    x = g.add(x, 1)                               # f64[n]
                    return x

                x = g.if_(test, if3_then, if3_else, (x,))         # f64[n]
                return x, k_last, g.RUN

            x, k_last, exit = g.if_(test, if2_then, if2_else, (x,))  # f64[n], int, int
            return x, k_last, exit

        def if1_else(x):                                          # f64[n]
            return x, k_last, exit

        x, k_last, exit = g.if_(going, if1_then, if1_else, (x,))  # f64[n], int, int

        k = k + 1
    k = k_last

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if4_then(x):                                              # f64[n]
        g.at("x = -x")
        x = g.negative(x)                                         # f64[n]
        return x

    def if4_else(x):                                              # f64[n]
        return x

    x = g.if_(test, if4_then, if4_else, (x,))                     # f64[n]

    return x, k
