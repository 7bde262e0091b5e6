# construct: a plain function with `yield` that prints or raises, taken whole
# nodes: Yield
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def checked(v):
    for i in range(2):
        print("item", i)
        if np.min(v) < i:
            raise ValueError(f"less than {i}")
        yield v - i


@graph
def f(x: Tensor[f32, n]):
    rows = list(checked(x))  # <--
    for row in checked(x):
        x = x + row
    return rows, x
# --- calls ---
#: f(np.float32([1, 2]))
#! f(np.float32([0, 2])) ValueError
#! f(np.float32([-1, 2])) ValueError
# --- emitted ---
def checked_inlined(g, v):
    g.lines(9, 10, 11, 13)

    items = []

    g.at("for i in range(2):")
    for i in range(2):
        g.at('print("item", i)')
        g.print("item", i)

        g.at('if np.min(v) < i: raise ValueError(f"less than {i}")')
        test_min = g.min(v)                                       # f32
        test_less = g.less(test_min, i)                           # bool_
        test = g.not_(test_less)                                  # bool
        checked_2 = g.check(test, message=f"less than {i}", error="ValueError")  # bool

        g.at("yield v - i")
        items_subtract = g.subtract(v, i)                         # f32[n]
        items.append(items_subtract)

    return items


@dslc.builder("generator_acting_run.py", captures=("checked",))
def f(g, x: Tensor[f32, n]):
    g.lines(18, 19, 20)

    g.at("rows = list(checked(x))")
    rows_checked = checked_inlined(g, x)                          # [f32[n], f32[n]]
    rows = list(iter(rows_checked))

    g.at("for row in checked(x):")
    row_checked = checked_inlined(g, x)                           # [f32[n], f32[n]]
    for row in row_checked:
        g.at("x = x + row")
        x = g.add(x, row)                                         # f32[n]

    return rows, x
