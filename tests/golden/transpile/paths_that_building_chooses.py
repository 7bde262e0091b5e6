# What names are after a `break` or `continue` under a condition of building.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def nothing(x: Tensor[f32, n], stop: Static[float] = 0.0):
    y = x * 3
    for rate in (0.5, 0.25):
        if rate == stop:
            y = None
            break
        y = x * rate
    if y is None:
        return x
    return y


@graph
def grown(x: Tensor[f32, n], skip: Static[float] = 0.0):
    rows = []
    y = x
    for rate in (0.5, 0.25):
        if rate == skip:
            rows.append(x)
            continue
        y = x * rate
    return y, len(rows) * 2


@graph
def in_a_loop_of_the_graph(x: Tensor[f32, n], k: int, skip: Static[bool] = False):
    y = x.astype(np.float64)
    for i in range(k):
        if skip:
            y = y + 1
            continue
        y = y * i
    return y


@graph
def read_at_the_break_alone(x: Tensor[f32, n], k: int, stop: Static[bool] = False):
    z = x + 1
    y = x * 3
    for i in range(k):
        if x[i] > 2:
            if stop:
                y = z
                break
        y = x * i
    return y


@graph
def optional(x: Tensor[f32, n], y: Tensor[f32, n] | None = None):
    if y is not None:
        y = y + 1
        return x + y * 2
    return x


@graph
def bound_under_a_test(x: float, flag: bool, k: int):
    if flag:
        y = x * 2
    if flag:
        for _ in range(k):
            y = y + 1
        return y
    assert not flag
    return x


@graph
def bound_beside_a_raise(x: float, flag: bool):
    if flag:
        y = x * 2
    if not flag:
        raise ValueError("no flag")
    return y


@graph
def raising(x: float):
    for rate in (0.5, 0.25):
        x = x * rate
        raise ValueError(f"at {x}")
    return x
# --- calls ---
#: nothing(np.float32([1, 2]))
#: nothing(np.float32([1, 2]), 0.25)
#: nothing(np.float32([1, 2]), 0.5)
#: grown(np.float32([1, 2]))
#: grown(np.float32([1, 2]), 0.25)
#: grown(np.float32([1, 2]), 0.5)
#: in_a_loop_of_the_graph(np.float32([1, 2]), 3)
#: in_a_loop_of_the_graph(np.float32([1, 2]), 3, True)
#: read_at_the_break_alone(np.float32([1, 2, 3]), 3)
#: read_at_the_break_alone(np.float32([1, 2, 3]), 3, True)
#: optional(np.float32([1, 2]))
#: optional(np.float32([1, 2]), np.float32([3, 4]))
#: bound_under_a_test(1.0, True, 3)
#: bound_under_a_test(1.0, False, 3)
#: bound_beside_a_raise(1.0, True)
#! bound_beside_a_raise(1.0, False) ValueError
#! raising(1.0) ValueError
# --- emitted ---
# Written by `dslc build` from paths_that_building_chooses.py: edit that file and build again.
# What names are after a `break` or `continue` under a condition of building.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("paths_that_building_chooses.py")
def nothing(g, x: Tensor[f32, n], stop: Static[float] = 0.0):
    g.lines(11, 16)

    g.at("y = x * 3")
    y = g.multiply(x, 3)                                          # f32[n]

    for rate in (0.5, 0.25):
        if rate == stop:
            y = None

            break

        g.at("y = x * rate")
        y = g.multiply(x, rate)                                   # f32[n]

    if y is None:
        return x

    return y


@dslc.builder("paths_that_building_chooses.py")
def grown(g, x: Tensor[f32, n], skip: Static[float] = 0.0):
    g.lines(30)

    rows = []
    y = x

    for rate in (0.5, 0.25):
        if rate == skip:
            rows.append(x)

            continue

        g.at("y = x * rate")
        y = g.multiply(x, rate)                                   # f32[n]

    return y, len(rows) * 2


@dslc.builder("paths_that_building_chooses.py")
def in_a_loop_of_the_graph(g, x: Tensor[f32, n], k: int, skip: Static[bool] = False):
    g.lines(36, 37, 39, 41)

    g.at("y = x.astype(np.float64)")
    y = g.cast(x, np.float64)                                     # f64[n]

    g.at("for i in range(k):")

    def loop1_body(i, y):                                         # int, f64[n]
        if skip:
            g.at("y = y + 1")
            y = g.add(y, 1)

            return y

        g.at("y = y * i")
        y = g.multiply(y, i)                                      # f64[n]
        return y

    y = g.for_(g.range(k), loop1_body, (y,))                      # f64[n]

    return y


@dslc.builder("paths_that_building_chooses.py")
def read_at_the_break_alone(g, x: Tensor[f32, n], k: int, stop: Static[bool] = False):
    g.lines(47, 48, 49, 50, 54)

    g.at("z = x + 1")
    z = g.add(x, 1)                                               # f32[n]

    g.at("y = x * 3")
    y = g.multiply(x, 3)                                          # f32[n]

    g.at("for i in range(k):")

    def loop1_body(i, y):                                         # int, f32[n]
        g.at("if x[i] > 2:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, 2)                           # bool_

        def if1_then():
            if stop:
                y = z

                return y, g.BREAK
            return g.unset, g.RUN

        def if1_else():
            return g.unset, g.RUN

        y, exit = g.if_(test, if1_then, if1_else)                 # unset, int
        going = g.equal(exit, g.RUN)                              # bool

        def if2_then():
            g.at("y = x * i")
            y = g.multiply(x, i)                                  # f32[n]
            return y, g.RUN

        def if2_else():
            return y, g.BREAK

        y, exit = g.if_(going, if2_then, if2_else)                # f32[n], int
        return y, exit

    y, exit = g.for_(g.range(k), loop1_body, (y,), exits=True)    # f32[n], int

    return y


@dslc.builder("paths_that_building_chooses.py")
def optional(g, x: Tensor[f32, n], y: Tensor[f32, n] | None = None):
    g.lines(61, 62)

    if y is not None:
        g.at("y = y + 1")
        y = g.add(y, 1)

        g.at("return x + y * 2")
        result_multiply = g.multiply(y, 2)
        result = g.add(x, result_multiply)
        return result

    return x


@dslc.builder("paths_that_building_chooses.py")
def bound_under_a_test(g, x: float, flag: bool, k: int):
    g.lines(68, 69, 70, 71, 72, 73, 74, 75)

    g.at("if flag:")

    def if1_then():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # float
        return y

    def if1_else():
        return g.unset

    y = g.if_(flag, if1_then, if1_else)                           # float

    g.at("if flag:")

    def if2_then(y):                                              # float
        g.at("for _ in range(k):")

        def loop1_body(_, y):                                     # int, float
            g.at("y = y + 1")
            y = g.add(y, 1)                                       # float
            return y

        y = g.for_(g.range(k), loop1_body, (y,))                  # float

        g.at("return y")
        return y

    def if2_else(y):                                              # float
        g.at("assert not flag")
        test = g.not_(flag)                                       # bool
        checked = g.check(test)                                   # bool

        g.at("return x")
        return x

    result = g.if_(flag, if2_then, if2_else, (y,))                # float
    return result


@dslc.builder("paths_that_building_chooses.py")
def bound_beside_a_raise(g, x: float, flag: bool):
    g.lines(80, 81, 82)

    g.at("if flag:")

    def if1_then():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # float
        return y

    def if1_else():
        return g.unset

    y = g.if_(flag, if1_then, if1_else)                           # float

    g.at('if not flag: raise ValueError("no flag")')
    checked = g.check(flag, message="no flag", error="ValueError")  # bool

    return y


@dslc.builder("paths_that_building_chooses.py")
def raising(g, x: float):
    g.lines(90, 91)

    for rate in (0.5, 0.25):
        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # float

        g.at('raise ValueError(f"at {x}")')
        g.check(False, message=g.format("at {}", x), error="ValueError")  # bool

    return x
