"""NumPy's functions make arrays of lists and tuples; so does the graph, in a line of its own."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
ROWS = (2, 0)


@graph
def chosen(x: Tensor[f32, n, m]):
    return np.take(x, [0, -1], axis=1), np.take(x, ROWS, axis=0)


@graph
def between(x: Tensor[f32, n], low: float):
    mean = np.mean([x, x * 2.0], axis=0)
    return mean, np.maximum(mean[:2], [low, 1]), np.dot([[1.0, 2.0], [0.0, 1.0]], mean[:2])


# --- calls ---
#: chosen(np.arange(12, dtype=np.float32).reshape(3, 4))
#: between(np.float32([1, 2, 5]), 3.0)
# --- emitted ---
# Written by `dslc build` from lists_as_operands.py: edit that file and build again.
"""NumPy's functions make arrays of lists and tuples; so does the graph, in a line of its own."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
ROWS = (2, 0)


@dslc.builder("lists_as_operands.py", captures=("ROWS",))
def chosen(g, x: Tensor[f32, n, m]):
    # capture ROWS = (2, 0)
    g.lines(13)

    g.at("return np.take(x, [0, -1], axis=1), np.take(x, ROWS, axis=0)")
    result_array = g.array(0, -1)                                 # i64[2]
    result_take = g.take(x, result_array, axis=1)                 # f32[n, 2]
    result_array_2 = g.array(ROWS[0], ROWS[1])                    # i64[2]
    result_take_2 = g.take(x, result_array_2, axis=0)             # f32[2, m]
    return result_take, result_take_2


@dslc.builder("lists_as_operands.py")
def between(g, x: Tensor[f32, n], low: float):
    # require n >= 2: return mean, np.maximum(mean[:2], [low, 1]), np.dot([[1.0, 2.0], [0.0, 1.0]...
    g.lines(18, 19)

    g.at("mean = np.mean([x, x * 2.0], axis=0)")
    mean_multiply = g.multiply(x, 2.0)                            # f32[n]
    mean_array = g.array(x, mean_multiply)                        # f32[2, n]
    mean = g.mean(mean_array, axis=0)                             # f32[n]

    g.at("return mean, np.maximum(mean[:2], [low, 1]), np.dot([[1.0, 2.0], [0.0, 1.0]], mean[:2])")
    result_index = g.index(mean, g.s_[:2])                        # f32[2]
    result_array = g.array(low, 1)                                # f64[2]
    result_maximum = g.maximum(result_index, result_array)        # f64[2]
    result_index_2 = g.index(mean, g.s_[:2])                      # f32[2]
    result_array_2 = g.array(1.0, 2.0)                            # f64[2]
    result_array_3 = g.array(0.0, 1.0)                            # f64[2]
    result_array_4 = g.array(result_array_2, result_array_3)      # f64[2, 2]
    result_dot = g.dot(result_array_4, result_index_2)            # f64[2]
    return mean, result_maximum, result_dot


