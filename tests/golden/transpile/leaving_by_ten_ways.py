# Ten programs that leave loops and branches, as a reviewer reads them.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def first_above(x: Tensor[f32, n], limit: float):
    for i in range(x.shape[0]):
        if x[i] > limit:
            return i
    return -1


@graph
def sum_until(x: Tensor[f32, n], stop: float):
    total = 0.0
    for v in x:
        if v < 0:
            continue
        if v == stop:
            break
        total = total + float(v)
    return total


@graph
def position(grid: Tensor[f32, n, m], wanted: float):
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1]):
            if grid[row, column] == wanted:
                return row, column
    return -1, -1


@graph
def rows_without(grid: Tensor[f32, n, m], bad: float):
    count = 0
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1]):
            if grid[row, column] == bad:
                break
        else:
            count = count + 1
    return count


@graph
def converge(x: Tensor[f32, n], tol: float, most: int):
    for step in range(most):
        y = 0.5 * (x + 2 / x)
        if np.max(np.abs(y - x)) < tol:
            return y, step
        x = y
    raise ArithmeticError(f"no convergence in {most} steps")


@graph
def bisect(low: float, high: float, wanted: float):
    while high - low > 1e-3:
        middle = (low + high) / 2
        square = middle * middle
        if square == wanted:
            return middle
        if square < wanted:
            low = middle
            continue
        high = middle
    return low


@graph
def clipped(x: Tensor[f32, n], mode: int, limit: float):
    if mode == 0:
        return x
    if mode == 1:
        x = np.minimum(x, limit)
    elif mode == 2:
        if limit < 0:
            raise ValueError("a negative limit")
        x = np.clip(x, -limit, limit)
    else:
        return x * 0
    return x + 1


@graph
def rates(x: float, limit: float):
    for rate in (0.5, 0.25, 0.125):
        x = x * rate
        if x < limit:
            return x
    return limit


@graph
def collatz(k: int, most: int):
    steps = 0
    while True:
        if k == 1:
            break
        if steps >= most:
            return -1
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        steps = steps + 1
    return steps


@graph
def matched(x: Tensor[f32, n], y: Tensor[f32, m], trace: Static[bool] = False):
    pairs = 0
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            if x[i] == y[j]:
                if trace:
                    print("pair", i, j)
                pairs = pairs + 1
                break
            if y[j] > x[i]:
                break
        if pairs > 2:
            break
    return pairs
# --- calls ---
#: first_above(np.float32([1, 2, 3]), 1.0) == 1
#: first_above(np.float32([1, 2, 3]), 3.0) == -1
#: first_above(np.float32([]), 3.0) == -1
#: sum_until(np.float32([1, -2, 3, 9, 4]), 9.0) == 4.0
#: sum_until(np.float32([-1]), 9.0) == 0.0
#: position(np.float32([[1, 2], [3, 4]]), 3.0) == (1, 0)
#: position(np.float32([[1, 2], [3, 4]]), 5.0) == (-1, -1)
#: rows_without(np.float32([[1, 2], [3, 4]]), 3.0) == 1
#: rows_without(np.zeros((3, 0), np.float32), 3.0) == 3
#: converge(np.float32([1, 2]), 1e-3, 20)
#! converge(np.float32([1, 2]), 1e-3, 1) ArithmeticError
#: bisect(0.0, 4.0, 4.0) == 2.0
#: bisect(0.0, 4.0, 2.0)
#: clipped(np.float32([-3, 3]), 0, 2.0)
#: clipped(np.float32([-3, 3]), 1, 2.0)
#: clipped(np.float32([-3, 3]), 2, 2.0)
#! clipped(np.float32([-3, 3]), 2, -2.0) ValueError
#: clipped(np.float32([-3, 3]), 3, 2.0)
#: rates(8.0, 3.0) == 1.0
#: rates(8.0, 5.0) == 4.0
#: rates(80.0, 0.5) == 0.5
#: collatz(6, 20) == 8
#: collatz(6, 3) == -1
#: matched(np.float32([1, 2, 3]), np.float32([2, 3])) == 2
#: matched(np.float32([1, 2, 3]), np.float32([2, 3]), True) == 2
#: matched(np.float32([]), np.float32([2, 3])) == 0
# --- emitted ---
# Written by `dslc build` from leaving_by_ten_ways.py: edit that file and build again.
# Ten programs that leave loops and branches, as a reviewer reads them.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("leaving_by_ten_ways.py")
def first_above(g, x: Tensor[f32, n], limit: float):
    g.lines(11, 12, 13, 14)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, result):                                    # int, int
        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then():
            g.at("return i")
            return i, g.RETURN

        def if1_else():
            return g.unset, g.RUN

        result, exit = g.if_(test, if1_then, if1_else)            # int, int
        return result, exit

    result, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,), exits=True)  # int, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1")
        return -1

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int
    return result


@dslc.builder("leaving_by_ten_ways.py")
def sum_until(g, x: Tensor[f32, n], stop: float):
    g.lines(20, 21, 22, 23, 24, 25)

    total = 0.0

    g.at("for v in x:")

    def loop1_body(v_index, total):                               # int, float
        v = g.index(x, g.s_[v_index])                             # f32

        g.at("if v < 0:")
        test = g.less(v, 0)                                       # bool_

        def if1_then(total):                                      # float
            g.at("continue")
            return total, g.CONTINUE

        def if1_else(total):                                      # float
            g.at("if v == stop:")
            test = g.equal(v, stop)                               # bool_

            def if2_then(total):                                  # float
                g.at("break")
                return total, g.BREAK

            def if2_else(total):                                  # float
                g.at("total = total + float(v)")
                total_cast = g.cast(v, float)                     # float
                total = g.add(total, total_cast)                  # float
                return total, g.RUN

            total, exit = g.if_(test, if2_then, if2_else, (total,))  # float, int
            return total, exit

        total, exit = g.if_(test, if1_then, if1_else, (total,))   # float, int
        return total, exit

    total, exit = g.for_(g.range(x.shape[0]), loop1_body, (total,), exits=True)  # float, int

    return total


@dslc.builder("leaving_by_ten_ways.py")
def position(g, grid: Tensor[f32, n, m], wanted: float):
    g.lines(31, 32, 33, 34, 35)

    g.at("for row in range(grid.shape[0]):")

    def loop1_body(row, result):                                  # int, (int, int)
        g.at("for column in range(grid.shape[1]):")

        def loop2_body(column, result):                           # int, (int, int)
            g.at("if grid[row, column] == wanted:")
            test_index = g.index(grid, g.s_[row, column])         # f32
            test = g.equal(test_index, wanted)                    # bool_

            def if1_then():
                g.at("return row, column")
                return (row, column), g.RETURN

            def if1_else():
                return (g.unset, g.unset), g.RUN

            result, exit = g.if_(test, if1_then, if1_else)        # (int, int), int
            return result, exit

        result, exit = g.for_(g.range(grid.shape[1]), loop2_body, ((g.unset, g.unset),), exits=True)  # (int, int), int
        return result, exit

    result, exit = g.for_(g.range(grid.shape[0]), loop1_body, ((g.unset, g.unset),), exits=True)  # (int, int), int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1, -1")
        return (-1, -1)

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int, int
    return result


@dslc.builder("leaving_by_ten_ways.py")
def rows_without(g, grid: Tensor[f32, n, m], bad: float):
    g.lines(41, 42, 43, 44, 45, 46)

    count = 0

    g.at("for row in range(grid.shape[0]):")

    def loop1_body(row, count):                                   # int, int
        g.at("for column in range(grid.shape[1]):")

        def loop2_body(column):                                   # int
            g.at("if grid[row, column] == bad:")
            test_index = g.index(grid, g.s_[row, column])         # f32
            test = g.equal(test_index, bad)                       # bool_

            def if1_then():
                g.at("break")
                return g.BREAK

            def if1_else():
                return g.RUN

            exit = g.if_(test, if1_then, if1_else)                # int
            return exit

        exit = g.for_(g.range(grid.shape[1]), loop2_body, (), exits=True)  # int

        g.at("else:")
        test = g.not_equal(exit, g.BREAK)                         # bool

        def if2_then(count):                                      # int
            g.at("count = count + 1")
            count = g.add(count, 1)                               # int
            return count

        def if2_else(count):                                      # int
            return count

        count = g.if_(test, if2_then, if2_else, (count,))         # int
        return count

    count = g.for_(g.range(grid.shape[0]), loop1_body, (count,))  # int

    return count


@dslc.builder("leaving_by_ten_ways.py")
def converge(g, x: Tensor[f32, n], tol: float, most: int):
    g.lines(52, 53, 54, 55, 57)

    g.at("for step in range(most):")

    def loop1_body(step, x, result):                              # int, f32[n], (f32[n], int)
        g.at("y = 0.5 * (x + 2 / x)")
        y_divide = g.divide(2, x)                                 # f32[n]
        y_add = g.add(x, y_divide)                                # f32[n]
        y = g.multiply(0.5, y_add)                                # f32[n]

        g.at("if np.max(np.abs(y - x)) < tol:")
        test_subtract = g.subtract(y, x)                          # f32[n]
        test_abs = g.abs(test_subtract)                           # f32[n]
        test_max = g.max(test_abs)                                # f32
        test = g.less(test_max, tol)                              # bool_

        def if1_then():
            g.at("return y, step")
            return g.unset, (y, step), g.RETURN

        def if1_else():
            x = y
            return x, (g.unset, g.unset), g.RUN

        x, result, exit = g.if_(test, if1_then, if1_else)         # f32[n], (f32[n], int), int
        return x, result, exit

    x, result, exit = g.for_(g.range(most), loop1_body, (x, (g.unset, g.unset)), exits=True)  # f32[n], (f32[n], int), int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at('raise ArithmeticError(f"no convergence in {most} steps")')
        g.check(                                                  # bool
            False,
            message=g.format("no convergence in {} steps", most),
            error="ArithmeticError",
        )
        return (g.unset, g.unset)

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # f32[n], int
    return result


@dslc.builder("leaving_by_ten_ways.py")
def bisect(g, low: float, high: float, wanted: float):
    g.lines(62, 63, 64, 65, 66, 67, 69, 71)

    g.at("while high - low > 1e-3:")

    def loop1_test(low, high, result):                            # float, float, float
        test_subtract = g.subtract(high, low)                     # float
        test = g.greater(test_subtract, 1e-3)                     # bool
        return test

    def loop1_body(low, high, result):                            # float, float, float
        g.at("middle = (low + high) / 2")
        middle_add = g.add(low, high)                             # float
        middle = g.divide(middle_add, 2)                          # float

        g.at("square = middle * middle")
        square = g.multiply(middle, middle)                       # float

        g.at("if square == wanted:")
        test = g.equal(square, wanted)                            # bool

        def if1_then(low, high):                                  # float, float
            g.at("return middle")
            return low, high, middle, g.RETURN

        def if1_else(low, high):                                  # float, float
            g.at("if square < wanted:")
            test = g.less(square, wanted)                         # bool

            def if2_then():
                low = middle

                g.at("continue")
                return low, high

            def if2_else():
                high = middle
                return low, high

            low, high = g.if_(test, if2_then, if2_else)           # float, float
            return low, high, g.unset, g.RUN

        low, high, result, exit = g.if_(test, if1_then, if1_else, (low, high))  # float, float, float, int
        return low, high, result, exit

    low, high, result, exit = g.while_(loop1_test, loop1_body, (low, high, g.unset), exits=True)  # float, float, float, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if3_then():
        g.at("return low")
        return low

    def if3_else():
        return result

    result = g.if_(going, if3_then, if3_else)                     # float
    return result


@dslc.builder("leaving_by_ten_ways.py")
def clipped(g, x: Tensor[f32, n], mode: int, limit: float):
    g.lines(76, 77, 78, 79, 80, 81, 83, 85, 86)

    g.at("if mode == 0:")
    test = g.equal(mode, 0)                                       # bool

    def if1_then(x):                                              # f32[n]
        g.at("return x")
        return x

    def if1_else(x):                                              # f32[n]
        g.at("if mode == 1:")
        test = g.equal(mode, 1)                                   # bool

        def if2_then(x):                                          # f32[n]
            g.at("x = np.minimum(x, limit)")
            x = g.minimum(x, limit)                               # f32[n]
            return x, g.unset, g.RUN

        def if2_else(x):                                          # f32[n]
            g.at("elif mode == 2:")
            test = g.equal(mode, 2)                               # bool

            def if3_then(x):                                      # f32[n]
                g.at('if limit < 0: raise ValueError("a negative limit")')
                test_less = g.less(limit, 0)                      # bool
                test = g.not_(test_less)                          # bool
                checked = g.check(test, message="a negative limit", error="ValueError")  # bool

                g.at("x = np.clip(x, -limit, limit)")
                x_negative = g.negative(limit)                    # float
                x = g.clip(x, x_negative, limit)                  # f32[n]
                return x, g.unset, g.RUN

            def if3_else(x):                                      # f32[n]
                g.at("return x * 0")
                result = g.multiply(x, 0)                         # f32[n]
                return x, result, g.RETURN

            x, result, exit = g.if_(test, if3_then, if3_else, (x,))  # f32[n], f32[n], int
            return x, result, exit

        x, result, exit = g.if_(test, if2_then, if2_else, (x,))   # f32[n], f32[n], int
        going = g.equal(exit, g.RUN)                              # bool

        def if4_then():
            g.at("return x + 1")
            result = g.add(x, 1)                                  # f32[n]
            return result

        def if4_else():
            return result

        result = g.if_(going, if4_then, if4_else)                 # f32[n]
        return result

    result = g.if_(test, if1_then, if1_else, (x,))                # f32[n]
    return result


@dslc.builder("leaving_by_ten_ways.py")
def rates(g, x: float, limit: float):
    g.lines(91, 92, 93, 94, 95)

    g.at("for rate in (0.5, 0.25, 0.125):")
    exit = g.RUN
    result = g.unset
    for rate in (0.5, 0.25, 0.125):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # float
            g.at("x = x * rate")
            x = g.multiply(x, rate)                               # float

            g.at("if x < limit:")
            test = g.less(x, limit)                               # bool

            def if2_then():
                g.at("return x")
                return x, g.RETURN

            def if2_else():
                return g.unset, g.RUN

            result, exit = g.if_(test, if2_then, if2_else)        # float, int
            return x, result, exit

        def if1_else(x):                                          # float
            return x, result, exit

        x, result, exit = g.if_(going, if1_then, if1_else, (x,))  # float, float, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if3_then():
        g.at("return limit")
        return limit

    def if3_else():
        return result

    result = g.if_(going, if3_then, if3_else)                     # float
    return result


@dslc.builder("leaving_by_ten_ways.py")
def collatz(g, k: int, most: int):
    g.lines(101, 102, 103, 104, 105, 106, 107, 108)

    steps = 0

    g.at("while True:")

    def loop1_test(k, steps, result):                             # int, int, int
        return True

    def loop1_body(k, steps, result):                             # int, int, int
        g.at("if k == 1:")
        test = g.equal(k, 1)                                      # bool

        def if1_then(k, steps):                                   # int, int
            g.at("break")
            return k, steps, g.unset, g.BREAK

        def if1_else(k, steps):                                   # int, int
            g.at("if steps >= most:")
            test = g.greater_equal(steps, most)                   # bool

            def if2_then(k, steps):                               # int, int
                g.at("return -1")
                return k, steps, -1, g.RETURN

            def if2_else(k, steps):                               # int, int
                g.at("k = k // 2 if k % 2 == 0 else 3 * k + 1")
                k_remainder = g.remainder(k, 2)                   # int
                k_equal = g.equal(k_remainder, 0)                 # bool

                def if3_then():
                    k_floor_divide = g.floor_divide(k, 2)         # int
                    return k_floor_divide

                def if3_else():
                    k_multiply = g.multiply(3, k)                 # int
                    k_add = g.add(k_multiply, 1)                  # int
                    return k_add

                k = g.if_(k_equal, if3_then, if3_else)            # int

                g.at("steps = steps + 1")
                steps = g.add(steps, 1)                           # int
                return k, steps, g.unset, g.RUN

            k, steps, result, exit = g.if_(test, if2_then, if2_else, (k, steps))  # int, int, int, int
            return k, steps, result, exit

        k, steps, result, exit = g.if_(test, if1_then, if1_else, (k, steps))  # int, int, int, int
        return k, steps, result, exit

    k, steps, result, exit = g.while_(loop1_test, loop1_body, (k, steps, g.unset), exits=True)  # int, int, int, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if4_then():
        g.at("return steps")
        return steps

    def if4_else():
        return result

    result = g.if_(going, if4_then, if4_else)                     # int
    return result


@dslc.builder("leaving_by_ten_ways.py")
def matched(g, x: Tensor[f32, n], y: Tensor[f32, m], trace: Static[bool] = False):
    g.lines(114, 115, 116, 118, 119, 120, 121, 122, 123, 124)

    pairs = 0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, pairs):                                     # int, int
        g.at("for j in range(y.shape[0]):")

        def loop2_body(j, pairs):                                 # int, int
            g.at("if x[i] == y[j]:")
            test_index = g.index(x, g.s_[i])                      # f32
            test_index_2 = g.index(y, g.s_[j])                    # f32
            test = g.equal(test_index, test_index_2)              # bool_

            def if1_then(pairs):                                  # int
                if trace:
                    g.at('print("pair", i, j)')
                    g.print("pair", i, j)

                g.at("pairs = pairs + 1")
                pairs = g.add(pairs, 1)                           # int

                g.at("break")
                return pairs, g.BREAK

            def if1_else(pairs):                                  # int
                g.at("if y[j] > x[i]:")
                test_index = g.index(y, g.s_[j])                  # f32
                test_index_2 = g.index(x, g.s_[i])                # f32
                test = g.greater(test_index, test_index_2)        # bool_

                def if2_then():
                    g.at("break")
                    return g.BREAK

                def if2_else():
                    return g.RUN

                exit = g.if_(test, if2_then, if2_else)            # int
                return pairs, exit

            pairs, exit = g.if_(test, if1_then, if1_else, (pairs,))  # int, int
            return pairs, exit

        pairs, exit = g.for_(g.range(y.shape[0]), loop2_body, (pairs,), exits=True)  # int, int

        g.at("if pairs > 2:")
        test = g.greater(pairs, 2)                                # bool

        def if3_then():
            g.at("break")
            return g.BREAK

        def if3_else():
            return g.RUN

        exit = g.if_(test, if3_then, if3_else)                    # int
        return pairs, exit

    pairs, exit = g.for_(g.range(x.shape[0]), loop1_body, (pairs,), exits=True)  # int, int

    return pairs
