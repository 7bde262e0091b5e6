import numpy as np

from dslc import Tensor, dims, f64, graph

N = dims("N")


@graph
def halved(x: float):
    for rate in (0.5, 0.25):
        x = x * rate
        if x < 1:
            break
    return x


@graph
def searched(x: Tensor[f64, N], most: float):
    for k in (0, 1, 2):
        y = x * 2**k
        s = np.sum(y)
        if s > most:
            print("left", k)
            break
        if s < 0:
            continue
        if s == 4:
            return y, s, k
        x = y + 1
    return x, s, k


@graph
def nested(x: float, n: int):
    total = 0
    for i in range(n):
        for w, name in ((0.5, "a"), (2.0, "b"), (3.0, "c")):
            x = x * w
            for j in range(2):
                if x > 50:
                    break
                x = x + j
                if x == 8:
                    return x, total
            if x > 40 and name != "c":
                break
            if name == "b":
                continue
            total += 1
        if total > 5:
            break
    return x, total
# --- calls ---
#: halved(1.0)
#: halved(7.0)
#: halved(nan)
#: searched(np.array([1.,2.]), 100.0)
#: searched(np.array([1.,2.]), 5.0)
#: searched(np.array([1.,3.]), 5.0)
#: searched(np.array([1.,-3.]), 5.0)
#: searched(np.array([1.,nan]), 5.0)
#: searched(np.array([]), 5.0)
#: nested(1.0, 0)
#: nested(1.0, 4)
#: nested(7.0, 4)
#: nested(60.0, 4)
#: nested(16.0, 2)
# --- emitted ---
# Written by `dslc build` from leaving_python_loops.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f64, graph

N = dims("N")


@dslc.builder("leaving_python_loops.py")
def halved(g, x: float):
    g.lines(10, 11, 12, 13)

    g.at("for rate in (0.5, 0.25):")
    exit = g.RUN
    for rate in (0.5, 0.25):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # float
            g.at("x = x * rate")
            x = g.multiply(x, rate)                               # float

            g.at("if x < 1:")
            test = g.less(x, 1)                                   # bool

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return x, exit

        def if1_else(x):                                          # float
            return x, exit

        x, exit = g.if_(going, if1_then, if1_else, (x,))          # float, int

    return x


@dslc.builder("leaving_python_loops.py")
def searched(g, x: Tensor[f64, N], most: float):
    g.lines(19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)

    g.at("for k in (0, 1, 2):")
    exit = g.RUN
    result = (g.unset, g.unset, g.unset)
    k = g.unset
    s = g.unset
    for k_item in (0, 1, 2):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # f64[N]
            k = k_item

            g.at("y = x * 2**k")
            y = g.multiply(x, 2 ** k)                             # f64[N]

            g.at("s = np.sum(y)")
            s = g.sum(y)                                          # f64

            g.at("if s > most:")
            test = g.greater(s, most)                             # bool_

            def if2_then(x):                                      # f64[N]
                g.at('print("left", k)')
                g.print("left", k)

                g.at("break")
                return x, (g.unset, g.unset, g.unset), g.BREAK

            def if2_else(x):                                      # f64[N]
                g.at("if s < 0:")
                test = g.less(s, 0)                               # bool_

                def if3_then():
                    g.at("continue")
                    return x, (g.unset, g.unset, g.unset), g.CONTINUE

                def if3_else():
                    g.at("if s == 4:")
                    test = g.equal(s, 4)                          # bool_

                    def if4_then():
                        g.at("return y, s, k")
                        return g.unset, (y, s, k), g.RETURN

                    def if4_else():
                        g.at("x = y + 1")
                        x = g.add(y, 1)                           # f64[N]
                        return x, (g.unset, g.unset, g.unset), g.RUN

                    x, result, exit = g.if_(test, if4_then, if4_else)  # f64[N], (f64[N], f64, int), int
                    return x, result, exit

                x, result, exit = g.if_(test, if3_then, if3_else)  # f64[N], (f64[N], f64, int), int
                return x, result, exit

            x, result, exit = g.if_(test, if2_then, if2_else, (x,))  # f64[N], (f64[N], f64, int), int
            return x, k, s, result, exit

        def if1_else(x):                                          # f64[N]
            return x, k, s, result, exit

        x, k, s, result, exit = g.if_(going, if1_then, if1_else, (x,))  # f64[N], int, f64, (f64[N], f64, int), int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if5_then():
        g.at("return x, s, k")
        return (x, s, k)

    def if5_else():
        return result

    result = g.if_(going, if5_then, if5_else)                     # f64[N], f64, int
    return result


@dslc.builder("leaving_python_loops.py")
def nested(g, x: float, n: int):
    g.lines(36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 49, 50, 51, 52)

    total = 0

    g.at("for i in range(n):")

    def loop1_body(i, x, total, result):                          # int, float, int, (float, int)
        g.at('for w, name in ((0.5, "a"), (2.0, "b"), (3.0, "c")):')
        exit = g.RUN
        result = (g.unset, g.unset)
        for w, name in ((0.5, "a"), (2.0, "b"), (3.0, "c")):
            going = g.less(exit, g.BREAK)                         # bool

            def if1_then(x, total):                               # float, int
                g.at("x = x * w")
                x = g.multiply(x, w)                              # float

                g.at("for j in range(2):")

                def loop2_body(j, x, result):                     # int, float, (float, int)
                    g.at("if x > 50:")
                    test = g.greater(x, 50)                       # bool

                    def if2_then(x):                              # float
                        g.at("break")
                        return x, (g.unset, g.unset), g.BREAK

                    def if2_else(x):                              # float
                        g.at("x = x + j")
                        x = g.add(x, j)                           # float

                        g.at("if x == 8:")
                        test = g.equal(x, 8)                      # bool

                        def if3_then():
                            g.at("return x, total")
                            return (x, total), g.RETURN

                        def if3_else():
                            return (g.unset, g.unset), g.RUN

                        result, exit = g.if_(test, if3_then, if3_else)  # (float, int), int
                        return x, result, exit

                    x, result, exit = g.if_(test, if2_then, if2_else, (x,))  # float, (float, int), int
                    return x, result, exit

                x, result, exit = g.for_(                         # float, (float, int), int
                    g.range(2),
                    loop2_body,
                    (x, (g.unset, g.unset)),
                    exits=True,
                )
                going = g.not_equal(exit, g.RETURN)               # bool

                def if4_then(total):                              # int
                    g.at('if x > 40 and name != "c":')
                    test_greater = g.greater(x, 40)               # bool
                    test = g.and_(test_greater, name != "c")      # bool

                    def if5_then(total):                          # int
                        g.at("break")
                        return total, g.BREAK

                    def if5_else(total):                          # int
                        if name == "b":
                            return total, g.CONTINUE

                        g.at("total += 1")
                        total = g.add(total, 1)                   # int
                        return total, g.RUN

                    total, exit = g.if_(test, if5_then, if5_else, (total,))  # int, int
                    return total, (g.unset, g.unset), exit

                def if4_else(total):                              # int
                    return total, result, g.RETURN

                total, result, exit = g.if_(going, if4_then, if4_else, (total,))  # int, (float, int), int
                return x, total, result, exit

            def if1_else(x, total):                               # float, int
                return x, total, result, exit

            x, total, result, exit = g.if_(going, if1_then, if1_else, (x, total))  # float, int, (float, int), int
        going = g.not_equal(exit, g.RETURN)                       # bool

        def if6_then():
            g.at("if total > 5:")
            test = g.greater(total, 5)                            # bool

            def if7_then():
                g.at("break")
                return g.BREAK

            def if7_else():
                return g.RUN

            exit = g.if_(test, if7_then, if7_else)                # int
            return (g.unset, g.unset), exit

        def if6_else():
            return result, g.RETURN

        result, exit = g.if_(going, if6_then, if6_else)           # (float, int), int
        return x, total, result, exit

    x, total, result, exit = g.for_(                              # float, int, (float, int), int
        g.range(n),
        loop1_body,
        (x, total, (g.unset, g.unset)),
        exits=True,
    )
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if8_then():
        g.at("return x, total")
        return (x, total)

    def if8_else():
        return result

    result = g.if_(going, if8_then, if8_else)                     # float, int
    return result
