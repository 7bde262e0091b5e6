# What only a `break`, or only the `else`, binds.
import numpy as np
from dslc import graph, Tensor, f32, f64, dims, Static
n = dims("n")


@graph
def index(x: Tensor[f32, n], limit: float):
    for i in range(x.shape[0]):
        if x[i] > limit:
            break
        last = i
    else:
        i = -1
        return i
    return i

@graph
def demanded(x: Tensor[f32, n], limit: float):
    for i in range(x.shape[0]):
        if x[i] > limit:
            break
    else:
        raise ValueError(f"nothing above {limit}")
    return i, x[i]

@graph
def nested(x: Tensor[f32, n], limit: float, k: int):
    total = 0.0
    for j in range(k):
        for i in range(x.shape[0]):
            if x[i] > limit:
                total = total + float(x[i])
                break
            if x[i] < 0:
                return total
        else:
            total = total + 100
            if j == 2:
                break
            continue
        total = total + 1
    else:
        total = -total
    return total

@graph
def known_while_building(x: float, stop: Static[float] = 0.0):
    for rate in (0.5, 0.25):
        if rate == stop:
            y = x
            break
        x = x * rate
    else:
        if x > 1:
            return -x
        y = 7.0
    return y

@graph
def rates(x: float):
    for rate in (0.5, 0.25):
        x = x * rate
        if x < 1:
            y = 1.0
            break
    else:
        y = x + 100
    return y
# --- calls ---
#: index(np.float32([1,2,3]), 1.0)
#: index(np.float32([1,2,3]), 5.0)
#: index(np.float32([]), 5.0)
#: nested(np.float32([1,2,3]), 1.0, 3)
#: nested(np.float32([1,2,3]), 5.0, 2)
#: nested(np.float32([1,2,3]), 5.0, 5)
#: nested(np.float32([1,-2,3]), 1.0, 5)
#: nested(np.float32([1,-2,3]), 0.0, 5)
#: nested(np.float32([]), 0.0, 5)
#: nested(np.float32([]), 0.0, 0)
#: demanded(np.float32([1,2,3]), 1.0)
#! demanded(np.float32([1,2,3]), 5.0) ValueError
#! demanded(np.float32([]), 5.0) ValueError
#: known_while_building(16.0)
#: known_while_building(1.0)
#: known_while_building(16.0, 0.5)
#: known_while_building(16.0, 0.25)
#: rates(16.0)
#: rates(1.0)
#: rates(6.0)
# --- emitted ---
# Written by `dslc build` from else_of_loop_binds.py: edit that file and build again.
# What only a `break`, or only the `else`, binds.
import numpy as np
import dslc
from dslc import graph, Tensor, f32, f64, dims, Static
n = dims("n")


@dslc.builder("else_of_loop_binds.py")
def index(g, x: Tensor[f32, n], limit: float):
    g.lines(9, 10, 11, 13, 15, 16)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i_index, i):                                   # int, int
        i = i_index

        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then():
            g.at("break")
            return g.BREAK

        def if1_else():
            last = i
            return g.RUN

        exit = g.if_(test, if1_then, if1_else)                    # int
        return i, exit

    i, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,), exits=True)  # int, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then():
        i = -1

        g.at("return i")
        return i

    def if2_else():
        g.at("return i")
        return i

    result = g.if_(test, if2_then, if2_else)                      # int
    return result

@dslc.builder("else_of_loop_binds.py")
def demanded(g, x: Tensor[f32, n], limit: float):
    g.lines(20, 21, 22, 23, 25)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i_index, i):                                   # int, int
        i = i_index

        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then():
            g.at("break")
            return g.BREAK

        def if1_else():
            return g.RUN

        exit = g.if_(test, if1_then, if1_else)                    # int
        return i, exit

    i, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,), exits=True)  # int, int

    g.at("else:")
    test = g.equal(exit, g.BREAK)                                 # bool
    checked = g.check(test, message=g.format("nothing above {}", limit), error="ValueError")  # bool

    g.at("return i, x[i]")
    result_index = g.index(x, g.s_[i])                            # f32
    return i, result_index

@dslc.builder("else_of_loop_binds.py")
def nested(g, x: Tensor[f32, n], limit: float, k: int):
    g.lines(30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45)

    total = 0.0

    g.at("for j in range(k):")

    def loop1_body(j, total, result):                             # int, float, float
        g.at("for i in range(x.shape[0]):")

        def loop2_body(i, total, result):                         # int, float, float
            g.at("if x[i] > limit:")
            test_index = g.index(x, g.s_[i])                      # f32
            test = g.greater(test_index, limit)                   # bool_

            def if1_then(total):                                  # float
                g.at("total = total + float(x[i])")
                total_index = g.index(x, g.s_[i])                 # f32
                total_cast = g.cast(total_index, float)           # float
                total = g.add(total, total_cast)                  # float

                g.at("break")
                return total, g.unset, g.BREAK

            def if1_else(total):                                  # float
                g.at("if x[i] < 0:")
                test_index = g.index(x, g.s_[i])                  # f32
                test = g.less(test_index, 0)                      # bool_

                def if2_then():
                    g.at("return total")
                    return total, g.RETURN

                def if2_else():
                    return g.unset, g.RUN

                result, exit = g.if_(test, if2_then, if2_else)    # float, int
                return total, result, exit

            total, result, exit = g.if_(test, if1_then, if1_else, (total,))  # float, float, int
            return total, result, exit

        total, result, exit = g.for_(g.range(x.shape[0]), loop2_body, (total, g.unset), exits=True)  # float, float, int
        finished = g.not_equal(exit, g.BREAK)                     # bool
        going = g.not_equal(exit, g.RETURN)                       # bool

        def if3_then(total):                                      # float
            g.at("else:")

            def if4_then(total):                                  # float
                g.at("total = total + 100")
                total = g.add(total, 100)                         # float

                g.at("if j == 2:")
                test = g.equal(j, 2)                              # bool

                def if5_then():
                    g.at("break")
                    return g.BREAK

                def if5_else():
                    g.at("continue")
                    return g.CONTINUE

                exit = g.if_(test, if5_then, if5_else)            # int
                return total, exit

            def if4_else(total):                                  # float
                g.at("total = total + 1")
                total = g.add(total, 1)                           # float
                return total, g.RUN

            total, exit = g.if_(finished, if4_then, if4_else, (total,))  # float, int
            return total, g.unset, exit

        def if3_else(total):                                      # float
            return total, result, g.RETURN

        total, result, exit = g.if_(going, if3_then, if3_else, (total,))  # float, float, int
        return total, result, exit

    total, result, exit = g.for_(g.range(k), loop1_body, (total, g.unset), exits=True)  # float, float, int
    finished = g.not_equal(exit, g.BREAK)                         # bool
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if6_then(total):                                          # float
        g.at("else:")

        def if7_then(total):                                      # float
            g.at("total = -total")
            total = g.negative(total)                             # float
            return total

        def if7_else(total):                                      # float
            return total

        total = g.if_(finished, if7_then, if7_else, (total,))     # float

        g.at("return total")
        return total

    def if6_else(total):                                          # float
        return result

    result = g.if_(going, if6_then, if6_else, (total,))           # float
    return result

@dslc.builder("else_of_loop_binds.py")
def known_while_building(g, x: float, stop: Static[float] = 0.0):
    g.lines(49, 53, 54, 55, 56, 58)

    g.at("for rate in (0.5, 0.25):")
    exit = g.RUN
    y = g.unset
    for rate in (0.5, 0.25):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # float
            if rate == stop:
                y = x

                return x, y, g.BREAK

            g.at("x = x * rate")
            x = g.multiply(x, rate)                               # float
            return x, g.unset, g.RUN

        def if1_else(x):                                          # float
            return x, y, exit

        x, y, exit = g.if_(going, if1_then, if1_else, (x,))       # float, unset, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then():
        g.at("if x > 1:")
        test = g.greater(x, 1)                                    # bool

        def if3_then():
            g.at("return -x")
            result = g.negative(x)                                # float
            return g.unset, result, g.RETURN

        def if3_else():
            y = 7.0
            return y, g.unset, g.RUN

        y, result, exit = g.if_(test, if3_then, if3_else)         # float, float, int
        return y, result, exit

    def if2_else():
        return y, g.unset, g.RUN

    y, result, exit = g.if_(test, if2_then, if2_else)             # float, float, int
    going = g.equal(exit, g.RUN)                                  # bool

    def if4_then():
        g.at("return y")
        return y

    def if4_else():
        return result

    result = g.if_(going, if4_then, if4_else)                     # float
    return result

@dslc.builder("else_of_loop_binds.py")
def rates(g, x: float):
    g.lines(62, 63, 64, 66, 67, 68)

    g.at("for rate in (0.5, 0.25):")
    exit = g.RUN
    y = g.unset
    for rate in (0.5, 0.25):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # float
            g.at("x = x * rate")
            x = g.multiply(x, rate)                               # float

            g.at("if x < 1:")
            test = g.less(x, 1)                                   # bool

            def if2_then():
                y = 1.0

                g.at("break")
                return y, g.BREAK

            def if2_else():
                return g.unset, g.RUN

            y, exit = g.if_(test, if2_then, if2_else)             # float, int
            return x, y, exit

        def if1_else(x):                                          # float
            return x, y, exit

        x, y, exit = g.if_(going, if1_then, if1_else, (x,))       # float, float, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if3_then():
        g.at("y = x + 100")
        y = g.add(x, 100)                                         # float
        return y

    def if3_else():
        return y

    y = g.if_(test, if3_then, if3_else)                           # float

    return y
