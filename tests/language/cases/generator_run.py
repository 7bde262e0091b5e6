# construct: a plain function with `yield`
# nodes: Yield YieldFrom
# time: run
# status: supported
# note: It gives a list, where it does not show that Python would make its items one by one.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def windows(v, count):
    for i in range(count):
        yield v[i:]


def scaled(v):
    yield v
    yield from (v * 2, v * 3)


@graph
def f(x: Tensor[f32, n]):
    total = 0
    for window in windows(x, 3):  # <--
        total = total + np.sum(window)
    first, second = windows(x, 2)
    y = np.zeros_like(x)
    for k, part in enumerate(scaled(x)):
        y += k * part
        if np.sum(y) > 20:
            break
    return total, second, y, list(scaled(x)), [np.sum(part) for part in scaled(x)]
# --- calls ---
#: f(np.float32([1, 2, 3]))
#: f(np.float32([5, 2, 30, 7]))
#: f(np.zeros(0, np.float32))
# --- emitted ---
def windows_inlined(g, v, count):
    g.lines(9, 10)

    items = []

    g.at("for i in range(count):")
    for i in range(count):
        g.at("yield v[i:]")
        items_index = g.index(v, g.s_[i:])                        # *
        items.append(items_index)

    return items


def scaled_inlined(g, v):
    g.lines(15)

    items = []
    items.append(v)

    g.at("yield from (v * 2, v * 3)")
    items_multiply = g.multiply(v, 2)                             # f32[n]
    items_multiply_2 = g.multiply(v, 3)                           # f32[n]
    items.extend((items_multiply, items_multiply_2))

    return items


@dslc.builder("generator_run.py", captures=("windows", "scaled"))
def f(g, x: Tensor[f32, n]):
    g.lines(21, 22, 23, 24, 25, 25, 26, 27, 28, 29)

    total = 0

    g.at("for window in windows(x, 3):")
    window_windows = windows_inlined(g, x, 3)                     # [f32[n], f32[max(n - 1, 0)], f32[max(n - 2, 0)]]
    for window in window_windows:
        g.at("total = total + np.sum(window)")
        total_sum = g.sum(window)                                 # f32
        total = g.add(total, total_sum)                           # f32

    g.at("first, second = windows(x, 2)")
    first_second_windows = windows_inlined(g, x, 2)               # [f32[n], f32[max(n - 1, 0)]]
    first, second = first_second_windows

    g.at("y = np.zeros_like(x)")
    y = g.zeros_like(x)                                           # f32[n]

    g.at("for k, part in enumerate(scaled(x)):")
    k_part_scaled = scaled_inlined(g, x)                          # [f32[n], f32[n], f32[n]]
    g.at("for k, part in enumerate(scaled(x)):")
    exit = g.RUN
    for k, part in enumerate(iter(k_part_scaled)):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(y):                                          # f32[n]
            g.at("y += k * part")
            y_multiply = g.multiply(k, part)                      # f32[n]
            y_add = g.add(y, y_multiply)                          # f32[n]
            y = g.store(y, g.s_[...], y_add, inplace=True)        # f32[n]

            g.at("if np.sum(y) > 20:")
            test_sum = g.sum(y)                                   # f32
            test = g.greater(test_sum, 20)                        # bool_

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return y, exit

        def if1_else(y):                                          # f32[n]
            return y, exit

        y, exit = g.if_(going, if1_then, if1_else, (y,))          # f32[n], int

    g.at("return total, second, y, list(scaled(x)), [np.sum(part) for part in scaled(x)]")
    result_scaled = scaled_inlined(g, x)                          # [f32[n], f32[n], f32[n]]
    result_scaled_2 = scaled_inlined(g, x)                        # [f32[n], f32[n], f32[n]]
    result_items = [g.sum(part) for part in iter(result_scaled_2)]  # f32
    return total, second, y, [result_scaled[0], result_scaled[1], result_scaled[2]], result_items
