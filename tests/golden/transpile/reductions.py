"""Reductions of chosen elements and with a start, by function, by method and by ufunc."""

import numpy as np

from dslc import Tensor, bool_, dims, f32, graph

n, m = dims("n m")


@graph
def chosen(x: Tensor[f32, n, m], mask: Tensor[bool_, m]):
    total = np.sum(x, where=mask, initial=1.0)
    best = x.max(axis=1, where=x > 0, initial=-np.inf)
    return total, best, x.prod(0), np.mean(x, 0, keepdims=True, where=mask)


@graph
def by_ufunc(x: Tensor[f32, n, m]):
    rows = np.add.reduce(x)
    return rows, np.maximum.reduce(x, axis=1), np.logical_and.reduce(x, axis=None)


@graph
def running(x: Tensor[f32, n, m]):
    peaks = np.maximum.accumulate(x)
    drop = (peaks - x).argmax(axis=0)
    return peaks, drop, x.cumsum(), np.cumprod(x, axis=1)


@graph
def ordered(x: Tensor[f32, n], v: Tensor[f32, m]):
    s = np.sort(x, kind="stable")
    return s, x.argsort(stable=True), s.searchsorted(v, "right"), np.searchsorted(s, 0.5)
# --- calls ---
#: chosen(np.float32([[1, -2], [3, 4]]), np.array([True, False])) == (5, [1, 4], [3, -8], [[2, nan]])
#: chosen(np.float32([[1, nan]]), np.array([True, True]))
#: by_ufunc(np.float32([[1, 0], [3, 5]])) == ([4, 5], [1, 5], False)
#: running(np.float32([[1, 5], [0, 7], [3, 2]]))
#: ordered(np.float32([3, nan, 1, 1]), np.float32([1, 2, nan])) == ([1, 1, 3, nan], [2, 3, 0, 1], [2, 2, 4], 0)
# --- emitted ---
# Written by `dslc build` from reductions.py: edit that file and build again.
"""Reductions of chosen elements and with a start, by function, by method and by ufunc."""

import numpy as np

import dslc
from dslc import Tensor, bool_, dims, f32, graph

n, m = dims("n m")


@dslc.builder("reductions.py")
def chosen(g, x: Tensor[f32, n, m], mask: Tensor[bool_, m]):
    g.lines(12, 13, 14)

    g.at("total = np.sum(x, where=mask, initial=1.0)")
    total = g.sum(x, initial=1.0, where=mask)                     # f32

    g.at("best = x.max(axis=1, where=x > 0, initial=-np.inf)")
    best_greater = g.greater(x, 0)                                # bool_[n, m]
    best = g.max(x, axis=1, initial=-np.inf, where=best_greater)  # f32[n]

    g.at("return total, best, x.prod(0), np.mean(x, 0, keepdims=True, where=mask)")
    result_prod = g.prod(x, axis=0)                               # f32[m]
    result_mean = g.mean(x, axis=0, keepdims=True, where=mask)    # f32[1, m]
    return total, best, result_prod, result_mean


@dslc.builder("reductions.py")
def by_ufunc(g, x: Tensor[f32, n, m]):
    g.lines(19, 20)

    g.at("rows = np.add.reduce(x)")
    rows = g.sum(x, axis=0)                                       # f32[m]

    g.at("return rows, np.maximum.reduce(x, axis=1), np.logical_and.reduce(x, axis=None)")
    result_max = g.max(x, axis=1)                                 # f32[n]
    result_all = g.all(x, axis=None)                              # bool_
    return rows, result_max, result_all


@dslc.builder("reductions.py")
def running(g, x: Tensor[f32, n, m]):
    g.lines(25, 26, 27)

    g.at("peaks = np.maximum.accumulate(x)")
    peaks = g.maximum_accumulate(x)                               # f32[n, m]

    g.at("drop = (peaks - x).argmax(axis=0)")
    drop_subtract = g.subtract(peaks, x)                          # f32[n, m]
    drop = g.argmax(drop_subtract, axis=0)                        # i64[m]

    g.at("return peaks, drop, x.cumsum(), np.cumprod(x, axis=1)")
    result_cumsum = g.cumsum(x)                                   # f32[m*n]
    result_cumprod = g.cumprod(x, axis=1)                         # f32[n, m]
    return peaks, drop, result_cumsum, result_cumprod


@dslc.builder("reductions.py")
def ordered(g, x: Tensor[f32, n], v: Tensor[f32, m]):
    g.lines(32, 33)

    g.at('s = np.sort(x, kind="stable")')
    s = g.sort(x, kind="stable")                                  # f32[n]

    g.at('return s, x.argsort(stable=True), s.searchsorted(v, "right"), np.searchsorted(s, 0.5)')
    result_argsort = g.argsort(x, stable=True)                    # i64[n]
    result_searchsorted = g.searchsorted(s, v, side="right")      # i64[m]
    result_searchsorted_2 = g.searchsorted(s, 0.5)                # i64
    return s, result_argsort, result_searchsorted, result_searchsorted_2
