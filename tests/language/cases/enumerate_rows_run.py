# construct: `enumerate`, `zip`, `reversed` of arrays
# nodes: For Call
# time: run
# status: supported
import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n, m, k = dims("n m k")


@graph
def f(x: Tensor[f32, n, m], y: Tensor[f32, k]):
    total = np.float32(0)
    for i, (row, v) in enumerate(zip(x, reversed(y)), start=1):  # <--
        total = total + np.sum(row) * v * i
    return total


@graph
def pairs(ends: Tensor[f32, n, 2], limit: float):
    i, widest = -1, np.float32(0)
    for i, (first, last) in enumerate(ends):
        if last - first > limit:
            break
        widest = max(widest, last - first)
    return i, widest


@graph
def ranges(x: Tensor[f32, n], count: int):
    total = np.float32(0)
    for i, v in zip(range(count), x):
        x = x * 2
        total = total + i * v + x[0]
    for i in reversed(range(2, count)):
        total = total * 0.5 + i
    for both in enumerate(reversed(x)):
        total = total * 0.5 + both[0] * both[1]
    return total


@graph
def written(x: InOut[f32, n], limit: float):
    seen = np.float32(0)
    for i, v in enumerate(x):
        if v > limit:
            continue
        x[-1] = v + 1
        x[i] = 0
        seen = seen + v
    return seen
# --- calls ---
#: f(np.float32([[1, 2], [3, 4], [5, 6]]), np.float32([1, 2]))
#: f(np.float32([[1, 2]]), np.float32([1, 2, 3]))
#: f(np.zeros((0, 2), np.float32), np.float32([1]))
#: pairs(np.float32([[1, 2], [3, 5], [5, 9], [1, 20]]), 3.0)
#: pairs(np.float32([[1, 2], [3, 5]]), 3.0)
#: pairs(np.zeros((0, 2), np.float32), 3.0)
#: ranges(np.float32([1, 2, 3]), 2)
#: ranges(np.float32([1, 2, 3]), 5)
#: ranges(np.float32([1, 2, 3]), -1)
#: written(np.float32([1, 7, 2, 3]), 5.0)
#: written(np.zeros(0, np.float32), 5.0)
# --- emitted ---
@dslc.builder("enumerate_rows_run.py")
def f(g, x: Tensor[f32, n, m], y: Tensor[f32, k]):
    g.lines(11, 12)

    total = np.float32(0)

    g.at("for i, (row, v) in enumerate(zip(x, reversed(y)), start=1):")

    def loop1_body(i_index, total):                               # int, f32
        i = i_index + 1
        row = g.index(x, g.s_[i_index])                           # f32[m]
        v = g.index(y, g.s_[-1 - i_index])                        # f32

        g.at("total = total + np.sum(row) * v * i")
        total_sum = g.sum(row)                                    # f32
        total_multiply = g.multiply(total_sum, v)                 # f32
        total_multiply_2 = g.multiply(total_multiply, i)          # f32
        total = g.add(total, total_multiply_2)                    # f32
        return total

    total = g.for_(g.range(g.dim_min(x.shape[0], y.shape[0])), loop1_body, (total,))  # f32

    return total


@dslc.builder("enumerate_rows_run.py")
def pairs(g, ends: Tensor[f32, n, 2], limit: float):
    g.lines(19, 20, 21, 22)

    i, widest = -1, np.float32(0)

    g.at("for i, (first, last) in enumerate(ends):")

    def loop1_body(i_index, i, widest):                           # int, int, f32
        i = i_index
        i_first_last_index = g.index(ends, g.s_[i_index])         # f32[2]
        first = g.index(i_first_last_index, g.s_[0])              # f32
        last = g.index(i_first_last_index, g.s_[1])               # f32

        g.at("if last - first > limit:")
        test_subtract = g.subtract(last, first)                   # f32
        test = g.greater(test_subtract, limit)                    # bool_

        def if1_then(widest):                                     # f32
            g.at("break")
            return widest, g.BREAK

        def if1_else(widest):                                     # f32
            g.at("widest = max(widest, last - first)")
            widest_subtract = g.subtract(last, first)             # f32
            widest_greater = g.greater(widest_subtract, widest)   # bool_

            def if2_then():
                return widest_subtract

            def if2_else():
                return widest

            widest = g.if_(widest_greater, if2_then, if2_else)    # f32
            return widest, g.RUN

        widest, exit = g.if_(test, if1_then, if1_else, (widest,))  # f32, int
        return i, widest, exit

    i, widest, exit = g.for_(g.range(ends.shape[0]), loop1_body, (i, widest), exits=True)  # int, f32, int

    return i, widest


@dslc.builder("enumerate_rows_run.py")
def ranges(g, x: Tensor[f32, n], count: int):
    g.lines(29, 30, 31, 32, 33, 34, 35)

    total = np.float32(0)

    g.at("for i, v in zip(range(count), x):")
    x_rows = x

    def loop1_body(i_index, x, total):                            # int, f32[n], f32
        i = i_index
        v = g.index(x_rows, g.s_[i_index])                        # f32

        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

        g.at("total = total + i * v + x[0]")
        total_multiply = g.multiply(i, v)                         # f32
        total_add = g.add(total, total_multiply)                  # f32
        total_index = g.index(x, g.s_[0])                         # f32
        total = g.add(total_add, total_index)                     # f32
        return x, total

    x, total = g.for_(g.range(g.dim_min(count, x_rows.shape[0])), loop1_body, (x, total))  # f32[n], f32

    g.at("for i in reversed(range(2, count)):")

    def loop2_body(i_index, total):                               # int, f32
        i = count - 1 - i_index

        g.at("total = total * 0.5 + i")
        total_multiply = g.multiply(total, 0.5)                   # f32
        total = g.add(total_multiply, i)                          # f32
        return total

    total = g.for_(g.range(count - 2), loop2_body, (total,))      # f32

    g.at("for both in enumerate(reversed(x)):")

    def loop3_body(both_index, total):                            # int, f32
        both_index_2 = g.index(x, g.s_[-1 - both_index])          # f32
        both = (both_index, both_index_2)

        g.at("total = total * 0.5 + both[0] * both[1]")
        total_multiply = g.multiply(total, 0.5)                   # f32
        total_multiply_2 = g.multiply(both[0], both[1])           # f32
        total = g.add(total_multiply, total_multiply_2)           # f32
        return total

    total = g.for_(g.range(x.shape[0]), loop3_body, (total,))     # f32

    return total


@dslc.builder("enumerate_rows_run.py")
def written(g, x: InOut[f32, n], limit: float):
    # updates x
    g.lines(42, 43, 44, 45, 46, 47)

    seen = np.float32(0)

    g.at("for i, v in enumerate(x):")

    def loop1_body(i, seen):                                      # int, f32, f32[n]
        v = g.index(x, g.s_[i])                                   # f32

        g.at("if v > limit:")
        test = g.greater(v, limit)                                # bool_

        def if1_then(seen):                                       # f32, f32[n]
            g.at("continue")
            return seen

        def if1_else(seen):                                       # f32, f32[n]
            g.at("x[-1] = v + 1")
            x_add = g.add(v, 1)                                   # f32
            g.write(x, g.s_[-1], x_add)                           # f32[n]

            g.at("x[i] = 0")
            g.write(x, g.s_[i], 0)                                # f32[n]

            g.at("seen = seen + v")
            seen = g.add(seen, v)                                 # f32
            return seen

        seen = g.if_(test, if1_then, if1_else, (seen,), writes=(x,))  # f32, f32[n]
        return seen

    seen = g.for_(g.range(x.shape[0]), loop1_body, (seen,), writes=(x,))  # f32, f32[n]

    return seen
