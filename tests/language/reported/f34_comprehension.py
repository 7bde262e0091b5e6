# construct: a comprehension over run-time data
# time: run
# status: supported
# reported: tensorflow/tensorflow#32546
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    return np.stack([v * v if v > 0 else v for v in x])  # <--
# --- calls ---
#: f(np.array([-2.0, -1.0, 0.0, 3.0])) == np.array([-2.0, -1.0, 0.0, 9.0])
#! f(np.zeros(0)) ValueError
# --- emitted ---
@dslc.builder("f34_comprehension.py")
def f(g, x: Tensor[f64, n]):
    g.lines(10, 10)

    g.at("return np.stack([v * v if v > 0 else v for v in x])")
    result_items = g.zeros(0, "float64")                          # f64[0]

    def loop1_body(v_index, result_items):                        # int, f64[v_index]
        v = g.index(x, g.s_[v_index])                             # f64

        g.at("v * v if v > 0 else v")
        result_items_greater = g.greater(v, 0)                    # bool_

        def if1_then():
            result_items_multiply = g.multiply(v, v)              # f64
            return result_items_multiply

        def if1_else():
            return v

        result_items_if = g.if_(result_items_greater, if1_then, if1_else)  # f64
        result_items = g.append(result_items, result_items_if)    # f64[v_index + 1]
        return result_items

    result_items = g.for_(g.range(x.shape[0]), loop1_body, (result_items,))  # f64[n]
    result_greater = g.greater(result_items.shape[0], 0)          # bool
    checked = g.check(                                            # bool
        result_greater,
        message="need at least one array to stack",
        error="ValueError",
    )
    return result_items
