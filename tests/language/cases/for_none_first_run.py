# construct: `for` of a name that is None before it, an array after a trip
# nodes: For If Compare Is IfExp
# time: run
# status: supported
# note: The first trip stands before the loop. Where no trip may run, what follows is written for both ways.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    best = None
    for v in x:  # <--
        if best is None or v > best:
            best = v
    if best is None:
        return np.float32(-1)
    return best


@graph
def doubled(x: Tensor[f32, n], k: int):
    best = None
    for i in range(1, k, 2):
        if best is None:
            best = x + i
            continue
        best = best * 2
        if best[0] > most(i):
            break
    return x if best is None else best


def most(i):
    return 5 + i


@graph
def falling(x: Tensor[f32, n]):
    assert x.shape[0] > 1, "two of them"
    last = None
    for i in range(x.shape[0]):
        if last is not None and x[i] < last:
            return i, last
        last = x[i]
    return -1, last


@graph
def ended(x: Tensor[f32, n]):
    step = None
    while True:
        step = x[0] if step is None else step + x[1]
        if step > 5:
            break
    return step
# --- calls ---
#: f(np.float32([2, 3, 1])) == np.float32(3)
#: f(np.float32([])) == np.float32(-1)
#: doubled(np.float32([1, 0]), 0) == np.float32([1, 0])
#: doubled(np.float32([1, 0]), 2) == np.float32([2, 1])
#: doubled(np.float32([1, 0]), 9) == np.float32([16, 8])
#: falling(np.float32([1, 2, 1])) == (2, np.float32(2))
#: falling(np.float32([1, 2])) == (-1, np.float32(2))
#! falling(np.float32([1])) AssertionError
#: ended(np.float32([7, 1])) == np.float32(7)
#: ended(np.float32([1, 3])) == np.float32(7)
#! ended(np.float32([1])) IndexError
# --- emitted ---
@dslc.builder("for_none_first_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11, 11, 11, 12, 16, 15)

    best = None

    g.at("for v in x:")
    test = g.less(0, x.shape[0])                                  # bool

    def if1_then():
        g.at("for v in x:")
        v = g.index(x, g.s_[0])                                   # f32

        best = v

        g.at("for v in x:")
        v_index = g.index(x, g.s_[1:])                            # f32[n - 1]

        def loop1_body(v_index_2, best):                          # int, f32
            v = g.index(v_index, g.s_[v_index_2])                 # f32

            g.at("if best is None or v > best:")
            test_greater = g.greater(v, best)                     # bool_

            def if2_then():
                best = v
                return best

            def if2_else():
                return best

            best = g.if_(test_greater, if2_then, if2_else)        # f32
            return best

        best = g.for_(g.range(v_index.shape[0]), loop1_body, (best,))  # f32

        g.at("return best")
        return best

    def if1_else():
        g.at("return np.float32(-1)")
        return np.float32(-1)

    result = g.if_(test, if1_then, if1_else)                      # f32
    return result


def most_inlined(g, i):
    return 5 + i


@dslc.builder("for_none_first_run.py", captures=("most",))
def doubled(g, x: Tensor[f32, n], k: int):
    g.lines(22, 24, 22, 26, 27, 28, 29, 29)

    best = None

    g.at("for i in range(1, k, 2):")
    test = g.less(1, k)                                           # bool

    def if1_then():
        i = 1

        g.at("best = x + i")
        best = g.add(x, i)                                        # f32[n]

        g.at("for i in range(1, k, 2):")

        def loop1_body(i, best):                                  # int, f32[n]
            g.at("best = best * 2")
            best = g.multiply(best, 2)                            # f32[n]

            g.at("if best[0] > most(i):")
            test_index = g.index(best, g.s_[0])                   # f32
            test_most = most_inlined(g, i)                        # int
            test = g.greater(test_index, test_most)               # bool_

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return best, exit

        best, exit = g.for_(g.range(3, k, 2), loop1_body, (best,), exits=True)  # f32[n], int

        g.at("return x if best is None else best")
        return best

    def if1_else():
        g.at("return x if best is None else best")
        return x

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result


def most(i):
    return 5 + i


@dslc.builder("for_none_first_run.py")
def falling(g, x: Tensor[f32, n]):
    g.lines(38, 40, 43, 40, 41, 42, 43, 44)

    g.at('assert x.shape[0] > 1, "two of them"')
    test = g.greater(x.shape[0], 1)                               # bool
    checked = g.check(test, message="two of them")                # bool

    last = None

    g.at("for i in range(x.shape[0]):")

    i = 0

    g.at("last = x[i]")
    last = g.index(x, g.s_[i])                                    # f32

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, last, result):                              # int, f32, (int, f32)
        g.at("if last is not None and x[i] < last:")
        test_index = g.index(x, g.s_[i])                          # f32
        test_less = g.less(test_index, last)                      # bool_

        def if1_then():
            g.at("return i, last")
            return g.unset, (i, last), g.RETURN

        def if1_else():
            g.at("last = x[i]")
            last = g.index(x, g.s_[i])                            # f32
            return last, (g.unset, g.unset), g.RUN

        last, result, exit = g.if_(test_less, if1_then, if1_else)  # f32, (int, f32), int
        return last, result, exit

    last, result, exit = g.for_(                                  # f32, (int, f32), int
        g.range(1, x.shape[0]),
        loop1_body,
        (last, (g.unset, g.unset)),
        exits=True,
    )
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1, last")
        return (-1, last)

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int, f32
    return result


@dslc.builder("for_none_first_run.py")
def ended(g, x: Tensor[f32, n]):
    g.lines(50, 51, 52, 50, 51, 52, 53)

    step = None

    g.at("while True:")

    g.at("step = x[0] if step is None else step + x[1]")
    step = g.index(x, g.s_[0])                                    # f32

    g.at("if step > 5:")
    test = g.greater(step, 5)                                     # bool_

    def if1_then(step):                                           # f32
        return step

    def if1_else(step):                                           # f32
        g.at("while True:")

        def loop1_test(step):                                     # f32
            return True

        def loop1_body(step):                                     # f32
            g.at("step = x[0] if step is None else step + x[1]")
            step_index = g.index(x, g.s_[1])                      # f32
            step = g.add(step, step_index)                        # f32

            g.at("if step > 5:")
            test = g.greater(step, 5)                             # bool_

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return step, exit

        step, exit = g.while_(loop1_test, loop1_body, (step,), exits=True)  # f32, int
        return step

    step = g.if_(test, if1_then, if1_else, (step,))               # f32

    return step
