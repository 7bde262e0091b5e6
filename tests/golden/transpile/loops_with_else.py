import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")
broken = 3


@graph
def searched(x: Tensor[f32, n], wanted: float, mode: Static[str] = "first"):
    match mode:
        # Where it stands first.
        case "first":
            at = -1
            for i in range(x.shape[0]):
                if x[i] == wanted:
                    at = i
                    break
            else:
                at = broken
        case "count" | "number" as how:
            at = len(how)
            k = 0
            while (k := k + 1) <= x.shape[0]:
                if x[k - 1] != wanted:
                    continue
                at += 1
            else:
                at *= 10
        case _:
            raise ValueError(f"no mode {mode}")
    del wanted
    return at


@graph
def nested(x: Tensor[f32, n], k: int):
    if np.any(x > 9):
        raise ArithmeticError("too large")
    elif k < 0:
        raise IndexError
    for i in range(k):
        for j in range(x.shape[0]):
            if x[j] > i:
                break
        else:
            x = x + 1
            continue
        x = x * 2
        if i == 2:
            break
    else:
        return x, -1
    return x, k
# --- calls ---
#: searched(np.float32([4, 5, 5]), 5.0) == 1
#: searched(np.float32([4, 5, 5]), 7.0) == 3
#: searched(np.float32([]), 7.0) == 3
#: searched(np.float32([4, 5, 5]), 5.0, "count") == 70
#: searched(np.float32([4, 5, 5]), 5.0, "number") == 80
#! searched(np.float32([4, 5, 5]), 5.0, "last") ValueError
#: nested(np.float32([1, 2]), 5)
#: nested(np.float32([0, 0]), 2)
#: nested(np.float32([]), 5)
#! nested(np.float32([10]), 5) ArithmeticError
#! nested(np.float32([1]), -1) IndexError
# --- emitted ---
# Written by `dslc build` from loops_with_else.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")
broken = 3


@dslc.builder("loops_with_else.py", captures=("broken",))
def searched(g, x: Tensor[f32, n], wanted: float, mode: Static[str] = "first"):
    # capture broken = 3
    g.lines(15, 16, 18, 19, 21, 24, 25, 24, 26, 27, 24, 29)

    # Where it stands first.
    if mode == "first":
        at = -1

        g.at("for i in range(x.shape[0]):")

        def loop1_body(i, at):                                    # int, int
            g.at("if x[i] == wanted:")
            test_index = g.index(x, g.s_[i])                      # f32
            test = g.equal(test_index, wanted)                    # bool_

            def if1_then():
                at = i

                g.at("break")
                return at, g.BREAK

            def if1_else():
                return g.unset, g.RUN

            at, exit = g.if_(test, if1_then, if1_else)            # int, int
            return at, exit

        at, exit = g.for_(g.range(x.shape[0]), loop1_body, (at,), exits=True)  # int, int

        g.at("else:")
        test = g.not_equal(exit, g.BREAK)                         # bool

        def if2_then():
            at = broken
            return at

        def if2_else():
            return at

        at = g.if_(test, if2_then, if2_else)                      # int
    else:
        g.at('case "count" | "number" as how:')
        checked = g.check(
            (mode == "count") or (mode == "number"),
            message=f"no mode {mode}",
            error="ValueError",
        )

        how = mode
        at = len(how)
        k = 0
        k = k + 1

        g.at("while (k := k + 1) <= x.shape[0]:")

        def loop2_test(at, k):
            test = g.less_equal(k, x.shape[0])
            return test

        def loop2_body(at, k):
            g.at("if x[k - 1] != wanted:")
            test_subtract = g.subtract(k, 1)
            test_index = g.index(x, g.s_[test_subtract])
            test = g.not_equal(test_index, wanted)

            def if3_then(at, k):
                g.at("k := k + 1")
                k = g.add(k, 1)

                g.at("continue")
                return at, k

            def if3_else(at, k):
                g.at("at += 1")
                at = g.add(at, 1)

                g.at("k := k + 1")
                k = g.add(k, 1)
                return at, k

            at, k = g.if_(test, if3_then, if3_else, (at, k))
            return at, k

        at, k = g.while_(loop2_test, loop2_body, (at, k))

        g.at("at *= 10")
        at = g.multiply(at, 10)

    return at


@dslc.builder("loops_with_else.py")
def nested(g, x: Tensor[f32, n], k: int):
    g.lines(38, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54)

    g.at('if np.any(x > 9): raise ArithmeticError("too large")')
    test_greater = g.greater(x, 9)                                # bool_[n]
    test_any = g.any(test_greater)                                # bool_
    test = g.not_(test_any)                                       # bool
    checked = g.check(test, message="too large", error="ArithmeticError")  # bool

    g.at("elif k < 0: raise IndexError")
    test_less = g.less(k, 0)                                      # bool
    test = g.not_(test_less)                                      # bool
    checked = g.check(test, error="IndexError")                   # bool

    g.at("for i in range(k):")

    def loop1_body(i, x):                                         # int, f32[n]
        g.at("for j in range(x.shape[0]):")

        def loop2_body(j):                                        # int
            g.at("if x[j] > i:")
            test_index = g.index(x, g.s_[j])                      # f32
            test = g.greater(test_index, i)                       # bool_

            def if1_then():
                g.at("break")
                return g.BREAK

            def if1_else():
                return g.RUN

            exit = g.if_(test, if1_then, if1_else)                # int
            return exit

        exit = g.for_(g.range(x.shape[0]), loop2_body, (), exits=True)  # int

        g.at("else:")
        test = g.not_equal(exit, g.BREAK)                         # bool

        def if2_then(x):                                          # f32[n]
            g.at("x = x + 1")
            x = g.add(x, 1)                                       # f32[n]

            g.at("continue")
            return x, g.CONTINUE

        def if2_else(x):                                          # f32[n]
            g.at("x = x * 2")
            x = g.multiply(x, 2)                                  # f32[n]

            g.at("if i == 2:")
            test = g.equal(i, 2)                                  # bool

            def if3_then():
                g.at("break")
                return g.BREAK

            def if3_else():
                return g.RUN

            exit = g.if_(test, if3_then, if3_else)                # int
            return x, exit

        x, exit = g.if_(test, if2_then, if2_else, (x,))           # f32[n], int
        return x, exit

    x, exit = g.for_(g.range(k), loop1_body, (x,), exits=True)    # f32[n], int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if4_then():
        g.at("return x, -1")
        return (x, -1)

    def if4_else():
        g.at("return x, k")
        return (x, k)

    result = g.if_(test, if4_then, if4_else)                      # f32[n], int
    return result
