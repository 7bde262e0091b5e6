"""Statistics stay one node; what they are made of shows in the native text only."""

import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def standardized(x: Tensor[f32, n, m]):
    return (x - x.mean(axis=0)) / x.std(axis=0, ddof=1)


@graph
def robust(x: Tensor[f32, n, m], w: Tensor[i64, m]):
    middle = np.median(x, axis=1, keepdims=True)
    return middle, np.ptp(x), np.average(x, axis=1, weights=w), np.nanmean(x, axis=0)


@graph
def counted(x: Tensor[f32, n]):
    return np.count_nonzero(x > 0, axis=0), np.diff(x), np.nanargmax(x)
# --- calls ---
#: standardized(np.float32([[1, 5], [3, 5]]))
#: robust(np.float32([[1, 9, 2], [3, 4, 8]]), np.array([1, 1, 2])) == ([[2], [4]], 8, [3.5, 5.75], [2, 6.5, 5])
#! robust(np.float32([[1, nan]]), np.array([1, -1])) ZeroDivisionError
#: counted(np.float32([1, -2, 4])) == (2, [-3, 6], 2)
#! counted(np.float32([nan, nan])) ValueError
# --- emitted ---
# Written by `dslc build` from statistics.py: edit that file and build again.
"""Statistics stay one node; what they are made of shows in the native text only."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("statistics.py")
def standardized(g, x: Tensor[f32, n, m]):
    g.lines(12)

    g.at("return (x - x.mean(axis=0)) / x.std(axis=0, ddof=1)")
    result_mean = g.mean(x, axis=0)                               # f32[m]
    result_subtract = g.subtract(x, result_mean)                  # f32[n, m]
    result_std = g.std(x, axis=0, ddof=1)                         # f32[m]
    result = g.divide(result_subtract, result_std)                # f32[n, m]
    return result


@dslc.builder("statistics.py")
def robust(g, x: Tensor[f32, n, m], w: Tensor[i64, m]):
    g.lines(17, 18)

    g.at("middle = np.median(x, axis=1, keepdims=True)")
    middle = g.median(x, axis=1, keepdims=True)                   # f32[n, 1]

    g.at("return middle, np.ptp(x), np.average(x, axis=1, weights=w), np.nanmean(x, axis=0)")
    result_ptp = g.ptp(x)                                         # f32
    result_average = g.average(x, axis=1, weights=w)              # f64[n]
    result_nanmean = g.nanmean(x, axis=0)                         # f32[m]
    return middle, result_ptp, result_average, result_nanmean


@dslc.builder("statistics.py")
def counted(g, x: Tensor[f32, n]):
    g.lines(23)

    g.at("return np.count_nonzero(x > 0, axis=0), np.diff(x), np.nanargmax(x)")
    result_greater = g.greater(x, 0)                              # bool_[n]
    result_count_nonzero = g.count_nonzero(result_greater, axis=0)  # i64
    result_diff = g.diff(x)                                       # f32[max(n - 1, 0)]
    result_nanargmax = g.nanargmax(x)                             # i64
    return result_count_nonzero, result_diff, result_nanargmax
