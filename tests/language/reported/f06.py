# construct: closures capture variables, not values
# time: run
# status: supported
# reported: tensorflow/tensorflow#56089
import numpy as np

from dslc import graph


@graph
def f(x: float):
    fs = []
    for k in range(3):
        fs.append(lambda v: v * k)
    return np.stack([g(x) for g in fs])  # <--
# --- calls ---
#: f(1.0)
#: f(-2.5)
# --- emitted ---
def f_lambda(g, v, k):
    g.lines(10)

    g.at("lambda v: v * k")
    result = g.multiply(v, k)                                     # float
    return result


@dslc.builder("f06.py")
def f(g_2, x: float):
    g_2.lines(9, 11)

    fs = []

    g_2.at("for k in range(3):")
    for k in range(3):
        fs.append("lambda v: v * k")

    g_2.at("return np.stack([g(x) for g in fs])")
    result_items = [f_lambda(g_2, x, k) for g in fs]              # float
    result = g_2.stack(result_items)                              # f64[3]
    return result
