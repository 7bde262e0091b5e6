"""Tuples of tuples of the module: sliced while building, and made arrays of."""

import numpy as np

from dslc import Static, Tensor, dims, f64, graph

n = dims("n")

ROWS = ((1.0,), (2.0, 3.0), (4.0, 5.0, 6.0))
SQUARE = ((0.5, 0.25), (0.0, -1.0))


@graph
def weighted(x: Tensor[f64, n], first: Static[int] = 1):
    total = 0.0
    for row in ROWS[1:]:
        for weight in row[:-1]:
            total = total + weight * np.sum(x)
    for row in ROWS[first:]:
        total = total + row[-1] * np.max(x)
    return total * len(ROWS[::-1][0])


@graph
def turned(x: Tensor[f64, 2]):
    return np.array(SQUARE) @ x, np.array((SQUARE[0], SQUARE[1:][0]), np.float32), np.array([x, SQUARE[0]])
# --- calls ---
#: weighted(np.float64([1, 2]))
#: weighted(np.float64([1, 2]), 2)
#: weighted(np.float64([1, 2]), -1)
#: turned(np.float64([1, 2]))
# --- emitted ---
# Written by `dslc build` from tables_known_while_building.py: edit that file and build again.
"""Tuples of tuples of the module: sliced while building, and made arrays of."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f64, graph

n = dims("n")

ROWS = ((1.0,), (2.0, 3.0), (4.0, 5.0, 6.0))
SQUARE = ((0.5, 0.25), (0.0, -1.0))


@dslc.builder("tables_known_while_building.py", captures=("ROWS",))
def weighted(g, x: Tensor[f64, n], first: Static[int] = 1):
    # capture ROWS = ((1.0,), (2.0, 3.0), (4.0, 5.0, 6.0))
    g.lines(18, 20, 21)

    total = 0.0

    for row in ROWS[1:]:
        for weight in row[:-1]:
            g.at("total = total + weight * np.sum(x)")
            total_sum = g.sum(x)                                  # f64
            total_multiply = g.multiply(weight, total_sum)        # f64
            total = g.add(total, total_multiply)                  # f64

    for row in ROWS[first:]:
        g.at("total = total + row[-1] * np.max(x)")
        total_max = g.max(x)                                      # f64
        total_multiply = g.multiply(row[-1], total_max)           # f64
        total = g.add(total, total_multiply)                      # f64

    g.at("return total * len(ROWS[::-1][0])")
    result = g.multiply(total, len(ROWS[::-1][0]))                # f64
    return result


@dslc.builder("tables_known_while_building.py", captures=("SQUARE",))
def turned(g, x: Tensor[f64, 2]):
    # capture SQUARE = ((0.5, 0.25), (0.0, -1.0))
    g.lines(26)

    g.at("return np.array(SQUARE) @ x, np.array((SQUARE[0], SQUARE[1:][0]), np.float32), np.arr...")
    result_array = g.array(SQUARE[0][0], SQUARE[0][1])            # f64[2]
    result_array_2 = g.array(SQUARE[1][0], SQUARE[1][1])          # f64[2]
    result_array_3 = g.array(result_array, result_array_2)        # f64[2, 2]
    result_matmul = g.matmul(result_array_3, x)                   # f64[2]
    result_array_4 = g.array(SQUARE[0][0], SQUARE[0][1], dtype=np.float32)  # f32[2]
    result_array_5 = g.array(SQUARE[1:][0][0], SQUARE[1:][0][1], dtype=np.float32)  # f32[2]
    result_array_6 = g.array(result_array_4, result_array_5, dtype=np.float32)  # f32[2, 2]
    result_copy = g.copy(x)                                       # f64[2]
    result_array_7 = g.array(SQUARE[0][0], SQUARE[0][1])          # f64[2]
    result_array_8 = g.array(result_copy, result_array_7)         # f64[2, 2]
    return result_matmul, result_array_6, result_array_8
