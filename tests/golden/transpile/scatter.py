import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, k = dims("n k")


@graph
def histogram(bins: Tensor[i64, k], weights: Tensor[f32, k], n_bins: int):
    counts = np.zeros(n_bins, np.int64)
    totals = np.zeros((n_bins, 2), np.float32)
    np.add.at(counts, bins, 1)
    for side in range(2):
        np.add.at(totals, (bins, side), weights)
    peaks = np.full(n_bins, -np.inf)
    np.maximum.at(peaks, bins, weights)
    # Where nothing was counted there is no peak.
    np.copyto(peaks, 0.0, where=counts == 0)
    return counts, totals, peaks


@graph
def others(x: Tensor[f32, n], i: Tensor[i64, k]):
    y = x.copy()
    z = y
    np.subtract.at(y, i, 0.1)
    np.multiply.at(y, [0, 0], np.float32(3))
    np.minimum.at(y, i[::-1], x[i])
    w = x.copy()
    w.fill(2)
    np.copyto(w, y)
    return z, w
# --- calls ---
#: histogram(np.array([0, 2, 2]), np.float32([0.1, 0.2, 1e8]), 4)
#: histogram(np.array([-1]), np.float32([3]), 1) == ([1], [[3, 3]], [3])
#! histogram(np.array([0, 2, 2]), np.float32([0.1, 0.2, 1e8]), 2) IndexError
#: others(np.float32([1, 2, 3]), np.array([0, 0, 2]))
# --- emitted ---
# Written by `dslc build` from scatter.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph, i64

n, k = dims("n k")


@dslc.builder("scatter.py")
def histogram(g, bins: Tensor[i64, k], weights: Tensor[f32, k], n_bins: int):
    g.lines(10, 11, 12, 13, 14, 15, 16, 18)

    g.at("counts = np.zeros(n_bins, np.int64)")
    counts = g.zeros(n_bins, np.int64)                            # i64[n_bins]

    g.at("totals = np.zeros((n_bins, 2), np.float32)")
    totals = g.zeros((n_bins, 2), np.float32)                     # f32[n_bins, 2]

    g.at("np.add.at(counts, bins, 1)")
    counts = g.add_at(counts, g.s_[bins], 1)                      # i64[n_bins]

    g.at("for side in range(2):")

    def loop1_body(side, totals):                                 # int, f32[n_bins, 2]
        g.at("np.add.at(totals, (bins, side), weights)")
        totals = g.add_at(totals, g.s_[bins, side], weights)      # f32[n_bins, 2]
        return totals

    totals = g.for_(g.range(2), loop1_body, (totals,))            # f32[n_bins, 2]

    g.at("peaks = np.full(n_bins, -np.inf)")
    peaks = g.full(n_bins, -np.inf)                               # f64[n_bins]

    g.at("np.maximum.at(peaks, bins, weights)")
    peaks = g.maximum_at(peaks, g.s_[bins], weights)              # f64[n_bins]

    # Where nothing was counted there is no peak.
    g.at("np.copyto(peaks, 0.0, where=counts == 0)")
    peaks_equal = g.equal(counts, 0)                              # bool_[n_bins]
    peaks = g.copyto(peaks, 0.0, where=peaks_equal)               # f64[n_bins]

    return counts, totals, peaks


@dslc.builder("scatter.py")
def others(g, x: Tensor[f32, n], i: Tensor[i64, k]):
    g.lines(24, 26, 27, 28, 29, 30, 31)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    z = y

    g.at("np.subtract.at(y, i, 0.1)")
    y = g.subtract_at(y, g.s_[i], 0.1)                            # f32[n]
    z = y

    g.at("np.multiply.at(y, [0, 0], np.float32(3))")
    y = g.multiply_at(y, g.s_[[0, 0]], np.float32(3))             # f32[n]
    z = y

    g.at("np.minimum.at(y, i[::-1], x[i])")
    y_index = g.index(i, g.s_[::-1])                              # i64[k]
    y_index_2 = g.index(x, g.s_[i])                               # f32[k]
    y = g.minimum_at(y, g.s_[y_index], y_index_2)                 # f32[n]
    z = y

    g.at("w = x.copy()")
    w = g.copy(x)                                                 # f32[n]

    g.at("w.fill(2)")
    w = g.store(w, g.s_[...], 2)                                  # f32[n]

    g.at("np.copyto(w, y)")
    w = g.copyto(w, y)                                            # f32[n]

    return z, w
