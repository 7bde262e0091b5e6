import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


@graph
def count(x: InOut[f32, n], y: Tensor[f32, n], limit: float):
    for i in range(x.shape[0]):
        if y[i] > 0:
            x[i] += y[i]
        else:
            x[i] = 0.0
    i = 0
    while x[0] < limit:
        x *= 2.0
        i += 1
        if np.max(x) > 40.0:
            return i, x
    x[1:] = x[:-1]
    return -i, x


@graph
def rebound(x: InOut[f32, n], v: float):
    old = x[1:].copy()
    same = x
    x = x + 1.0
    same[0] = v
    if v > 0.0:
        x[0] = 3.0
    return x, old, np.sum(same)


@graph
def rotated(a: InOut[f32, n], b: InOut[f32, n], c: InOut[f32, n]) -> None:
    held = a.copy()
    a[...] = b
    b[...] = c
    c[...] = held


@graph
def untouched(x: InOut[f32, n], flag: bool):
    if flag:
        x[0] = 1.0
        return np.sum(x)
    return x[0] + 2.0
# --- calls ---
#: count(np.float32([1, 2, 3]), np.float32([1, 0, -1]), 5.0)
#: count(np.float32([1, 2, 3]), np.float32([1, 0, 15]), 9.0)
#: count(np.float32([9, 2, 3])[::-1], np.float32([1, 0, 15]), 9.0)
#: rebound(np.float32([1, 2]), 1.0)
#: rebound(np.float32([1, 2]), -1.0)
#: rotated(np.float32([1]), np.float32([2]), np.float32([3]))
#: untouched(np.float32([7]), True)
#: untouched(np.float32([7]), False)
#! count(np.float32([]), np.float32([]), 1.0) IndexError
#? count(np.float32([1, 2]), np.float32([1]), 1.0) argument-mismatch
# --- emitted ---
# Written by `dslc build` from inout_parameter.py: edit that file and build again.
import numpy as np

import dslc
from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("inout_parameter.py")
def count(g, x: InOut[f32, n], y: Tensor[f32, n], limit: float):
    # updates x
    g.lines(10, 11, 12, 14, 16, 17, 18, 19, 20, 21, 22)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i):                                            # int, f32[n]
        g.at("if y[i] > 0:")
        test_index = g.index(y, g.s_[i])                          # f32
        test = g.greater(test_index, 0)                           # bool_

        def if1_then():                                           # f32[n]
            g.at("x[i] += y[i]")
            x_index = g.index(x, g.s_[i])                         # f32
            x_index_2 = g.index(y, g.s_[i])                       # f32
            x_add = g.add(x_index, x_index_2)                     # f32
            g.write(x, g.s_[i], x_add)                            # f32[n]
            return ()

        def if1_else():                                           # f32[n]
            g.at("x[i] = 0.0")
            g.write(x, g.s_[i], 0.0)                              # f32[n]
            return ()

        g.if_(test, if1_then, if1_else, writes=(x,))              # f32[n]
        return ()

    g.for_(g.range(x.shape[0]), loop1_body, (), writes=(x,))      # f32[n]

    i = 0

    g.at("while x[0] < limit:")

    def loop2_test(i, result):                                    # int, (int, f32[n]), f32[n]
        test_index = g.index(x, g.s_[0])                          # f32
        test = g.less(test_index, limit)                          # bool_
        return test

    def loop2_body(i, result):                                    # int, (int, f32[n]), f32[n]
        g.at("x *= 2.0")
        x_multiply = g.multiply(x, 2.0)                           # f32[n]
        g.write(x, g.s_[...], x_multiply, inplace=True)           # f32[n]

        g.at("i += 1")
        i = g.add(i, 1)                                           # int

        g.at("if np.max(x) > 40.0:")
        test_max = g.max(x)                                       # f32
        test = g.greater(test_max, 40.0)                          # bool_

        def if2_then():
            g.at("return i, x")
            return (i, x), g.RETURN

        def if2_else():
            return (g.unset, g.unset), g.RUN

        result, exit = g.if_(test, if2_then, if2_else)            # (int, f32[n]), int
        return i, result, exit

    i, result, exit = g.while_(                                   # int, (int, f32[n]), f32[n], int
        loop2_test,
        loop2_body,
        (i, (g.unset, g.unset)),
        exits=True,
        writes=(x,),
    )
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if3_then():                                               # f32[n]
        g.at("x[1:] = x[:-1]")
        x_index = g.index(x, g.s_[:-1])                           # f32[max(n - 1, 0)]
        g.write(x, g.s_[1:], x_index)                             # f32[n]

        g.at("return -i, x")
        result_negative = g.negative(i)                           # int
        return (result_negative, x)

    def if3_else():                                               # f32[n]
        return result

    result = g.if_(going, if3_then, if3_else, writes=(x,))        # int, f32[n], f32[n]
    return result


@dslc.builder("inout_parameter.py")
def rebound(g, x: InOut[f32, n], v: float):
    # updates x
    g.lines(27, 29, 30, 31, 32, 33)

    g.at("old = x[1:].copy()")
    old_index = g.index(x, g.s_[1:])                              # f32[max(n - 1, 0)]
    old = g.copy(old_index)                                       # f32[max(n - 1, 0)]

    same = x

    g.at("x = x + 1.0")
    x = g.add(x, 1.0)                                             # f32[n]

    g.at("same[0] = v")
    g.write(same, g.s_[0], v)                                     # f32[n]

    g.at("if v > 0.0:")
    test = g.greater(v, 0.0)                                      # bool

    def if1_then(x):                                              # f32[n]
        g.at("x[0] = 3.0")
        x = g.store(x, g.s_[0], 3.0)                              # f32[n]
        return x

    def if1_else(x):                                              # f32[n]
        return x

    x = g.if_(test, if1_then, if1_else, (x,))                     # f32[n]

    g.at("return x, old, np.sum(same)")
    result_sum = g.sum(same)                                      # f32
    return x, old, result_sum


@dslc.builder("inout_parameter.py")
def rotated(g, a: InOut[f32, n], b: InOut[f32, n], c: InOut[f32, n]) -> None:
    # updates a, b, c
    g.lines(38, 39, 40, 41)

    g.at("held = a.copy()")
    held = g.copy(a)                                              # f32[n]

    g.at("a[...] = b")
    g.write(a, g.s_[...], b)                                      # f32[n]

    g.at("b[...] = c")
    g.write(b, g.s_[...], c)                                      # f32[n]

    g.at("c[...] = held")
    g.write(c, g.s_[...], held)                                   # f32[n]
    return None


@dslc.builder("inout_parameter.py")
def untouched(g, x: InOut[f32, n], flag: bool):
    # updates x
    g.lines(46, 47, 48, 49)

    g.at("if flag:")

    def if1_then():                                               # f32[n]
        g.at("x[0] = 1.0")
        g.write(x, g.s_[0], 1.0)                                  # f32[n]

        g.at("return np.sum(x)")
        result = g.sum(x)                                         # f32
        return result

    def if1_else():                                               # f32[n]
        g.at("return x[0] + 2.0")
        result_index = g.index(x, g.s_[0])                        # f32
        result = g.add(result_index, 2.0)                         # f32
        return result

    result = g.if_(flag, if1_then, if1_else, writes=(x,))         # f32, f32[n]
    return result
