"""`while` loops on build values that the run may leave: what moves them, first or last in a trip."""

import numpy as np

from dslc import Static, Tensor, dims, f64, graph

n = dims("n")
RATES = (0.5, 0.25, 2.0)


@graph
def h(x: Tensor[f64, n], depth: Static[int] = 3):
    k = 0
    while k < depth:
        k += 1
        x = x * RATES[k - 1]
        if np.sum(x) < 1:
            break
    else:
        x = x + 100
    return x, k



@graph
def mid(x: Tensor[f64, n]):
    k = 0
    step = 1
    while k < 6:
        x = x + RATES[k % 3]
        if np.sum(x) > 20:
            break
        k += step
        step = step + 1
        if np.sum(x) > 15:
            continue
        x = x * 2
    return x, k, step


@graph
def nested(x: Tensor[f64, n], m: int):
    total = 0.0
    for i in range(m):
        k = 2
        while k >= 0:
            if x[0] * RATES[k] > i:
                break
            total = total + RATES[k]
            k -= 1
        total = total + k
    return total
# --- calls ---
#: h(np.ones(9))
#: h(np.ones(1))
#: h(np.ones(9), depth=2)
#: h(np.ones(9), depth=0)
#: mid(np.ones(1))
#: mid(np.ones(3))
#: mid(np.full(9, -1.0))
#: mid(np.ones(99))
#: nested(np.ones(1), 3)
#: nested(np.ones(1), 0)
# --- emitted ---
# Written by `dslc build` from leaving_a_while.py: edit that file and build again.
"""`while` loops on build values that the run may leave: what moves them, first or last in a trip."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f64, graph

n = dims("n")
RATES = (0.5, 0.25, 2.0)


@dslc.builder("leaving_a_while.py", captures=("RATES",))
def h(g, x: Tensor[f64, n], depth: Static[int] = 3):
    # capture RATES = (0.5, 0.25, 2.0)
    g.lines(14, 16, 17, 18, 19, 20)

    k = 0

    g.at("while k < depth:")
    exit = g.RUN
    k_last = k
    while k < depth:
        k = k + 1
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # f64[n]
            k_last = k

            g.at("x = x * RATES[k - 1]")
            x = g.multiply(x, RATES[k - 1])                       # f64[n]

            g.at("if np.sum(x) < 1:")
            test_sum = g.sum(x)                                   # f64
            test = g.less(test_sum, 1)                            # bool_

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return x, k_last, exit

        def if1_else(x):                                          # f64[n]
            return x, k_last, exit

        x, k_last, exit = g.if_(going, if1_then, if1_else, (x,))  # f64[n], int, int
    k = k_last

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if3_then(x):                                              # f64[n]
        g.at("x = x + 100")
        x = g.add(x, 100)                                         # f64[n]
        return x

    def if3_else(x):                                              # f64[n]
        return x

    x = g.if_(test, if3_then, if3_else, (x,))                     # f64[n]

    return x, k



@dslc.builder("leaving_a_while.py", captures=("RATES",))
def mid(g, x: Tensor[f64, n]):
    # capture RATES = (0.5, 0.25, 2.0)
    g.lines(29, 30, 31, 32, 35, 36, 37)

    k = 0
    step = 1

    g.at("while k < 6:")
    exit = g.RUN
    k_last = k
    step_last = step
    while k < 6:
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # f64[n]
            k_last = k
            step_last = step

            g.at("x = x + RATES[k % 3]")
            x = g.add(x, RATES[k % 3])                            # f64[n]

            g.at("if np.sum(x) > 20:")
            test_sum = g.sum(x)                                   # f64
            test = g.greater(test_sum, 20)                        # bool_

            def if2_then(x):                                      # f64[n]
                g.at("break")
                return x, k_last, step_last, g.BREAK

            def if2_else(x):                                      # f64[n]
                k_last = k + step
                step_last = step + 1

                g.at("if np.sum(x) > 15:")
                test_sum = g.sum(x)                               # f64
                test = g.greater(test_sum, 15)                    # bool_

                def if3_then(x):                                  # f64[n]
                    g.at("continue")
                    return x

                def if3_else(x):                                  # f64[n]
                    g.at("x = x * 2")
                    x = g.multiply(x, 2)                          # f64[n]
                    return x

                x = g.if_(test, if3_then, if3_else, (x,))         # f64[n]
                return x, k_last, step_last, g.RUN

            x, k_last, step_last, exit = g.if_(test, if2_then, if2_else, (x,))  # f64[n], int, int, int
            return x, k_last, step_last, exit

        def if1_else(x):                                          # f64[n]
            return x, k_last, step_last, exit

        x, k_last, step_last, exit = g.if_(going, if1_then, if1_else, (x,))  # f64[n], int, int, int

        k = k + step
        step = step + 1
    k = k_last
    step = step_last

    return x, k, step


@dslc.builder("leaving_a_while.py", captures=("RATES",))
def nested(g, x: Tensor[f64, n], m: int):
    # capture RATES = (0.5, 0.25, 2.0)
    g.lines(44, 46, 47, 48, 49, 51)

    total = 0.0

    g.at("for i in range(m):")

    def loop1_body(i, total):                                     # int, float
        k = 2

        g.at("while k >= 0:")
        exit = g.RUN
        k_last = k
        while k >= 0:
            going = g.less(exit, g.BREAK)                         # bool

            def if1_then(total):                                  # float
                k_last = k

                g.at("if x[0] * RATES[k] > i:")
                test_index = g.index(x, g.s_[0])                  # f64
                test_multiply = g.multiply(test_index, RATES[k])  # f64
                test = g.greater(test_multiply, i)                # bool_

                def if2_then(total):                              # float
                    g.at("break")
                    return total, k_last, g.BREAK

                def if2_else(total):                              # float
                    g.at("total = total + RATES[k]")
                    total = g.add(total, RATES[k])                # float

                    k_last = k - 1
                    return total, k_last, g.RUN

                total, k_last, exit = g.if_(test, if2_then, if2_else, (total,))  # float, int, int
                return total, k_last, exit

            def if1_else(total):                                  # float
                return total, k_last, exit

            total, k_last, exit = g.if_(going, if1_then, if1_else, (total,))  # float, int, int

            k = k - 1
        k = k_last

        g.at("total = total + k")
        total = g.add(total, k)                                   # float
        return total

    total = g.for_(g.range(m), loop1_body, (total,))              # float

    return total
