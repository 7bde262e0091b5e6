# Written by `dslc build` from kmeans.py: edit that file and build again.
"""Lloyd's iterations for k-means, until no centre moves by more than a tolerance.

Look at: `np.add.at` adds every point to the sum of its cluster; a cluster without points keeps its
centre.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph

n, k, d = dslc.dims("n k d")


def nearest(points, centres):
    """The number of the nearest centre of each point, and the squared distance to it."""
    offsets = points[:, None, :] - centres[None, :, :]
    distances = np.sum(offsets**2, axis=-1)
    return np.argmin(distances, axis=1), np.min(distances, axis=1)


def nearest_inlined(g, points, centres):
    g.lines(17, 18, 19)

    g.at("offsets = points[:, None, :] - centres[None, :, :]")
    offsets_index = g.index(points, g.s_[:, None, :])             # f64[n, 1, d]
    offsets_index_2 = g.index(centres, g.s_[None, :, :])          # f64[1, k, d]
    offsets = g.subtract(offsets_index, offsets_index_2)          # f64[n, k, d]

    g.at("distances = np.sum(offsets**2, axis=-1)")
    distances_pow = g.pow(offsets, 2)                             # f64[n, k, d]
    distances = g.sum(distances_pow, axis=-1)                     # f64[n, k]

    g.at("return np.argmin(distances, axis=1), np.min(distances, axis=1)")
    result_argmin = g.argmin(distances, axis=1)                   # i64[n]
    result_min = g.min(distances, axis=1)                         # f64[n]
    return result_argmin, result_min


@dslc.builder("kmeans.py", captures=("nearest",))
def kmeans(
    g,
    points: Tensor[f64, n, d], centres: Tensor[f64, k, d], tol: float = 1e-6, longest: int = 100
):
    """Centres, the cluster of each point, the sum of squared distances, and the iterations."""
    g.lines(28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42)

    iterations = 0

    g.at("for _ in range(longest):")

    def loop1_body(_, centres, iterations):                       # int, f64[k, d], int
        g.at("labels, _ = nearest(points, centres)")
        labels, _ = nearest_inlined(g, points, centres)           # i64[n], f64[n]

        g.at("sums = np.zeros_like(centres)")
        sums = g.zeros_like(centres)                              # f64[k, d]

        g.at("np.add.at(sums, labels, points)")
        sums = g.add_at(sums, g.s_[labels], points)               # f64[k, d]

        g.at("counts = np.zeros(centres.shape[0], np.int64)")
        counts = g.zeros(centres.shape[0], np.int64)              # i64[k]

        g.at("np.add.at(counts, labels, 1)")
        counts = g.add_at(counts, g.s_[labels], 1)                # i64[k]

        g.at("filled = (counts > 0)[:, None]")
        filled_greater = g.greater(counts, 0)                     # bool_[k]
        filled = g.index(filled_greater, g.s_[:, None])           # bool_[k, 1]

        g.at("moved = np.where(filled, sums / np.maximum(counts, 1)[:, None], centres)")
        moved_maximum = g.maximum(counts, 1)                      # i64[k]
        moved_index = g.index(moved_maximum, g.s_[:, None])       # i64[k, 1]
        moved_divide = g.divide(sums, moved_index)                # f64[k, d]
        moved = g.where(filled, moved_divide, centres)            # f64[k, d]

        g.at("shift = np.max(np.abs(moved - centres))")
        shift_subtract = g.subtract(moved, centres)               # f64[k, d]
        shift_abs = g.abs(shift_subtract)                         # f64[k, d]
        shift = g.max(shift_abs)                                  # f64

        centres = moved

        g.at("iterations += 1")
        iterations = g.add(iterations, 1)                         # int

        g.at("if shift <= tol:")
        test = g.less_equal(shift, tol)                           # bool_

        def if1_then():
            g.at("break")
            return g.BREAK

        def if1_else():
            return g.RUN

        exit = g.if_(test, if1_then, if1_else)                    # int
        return centres, iterations, exit

    centres, iterations, exit = g.for_(                           # f64[k, d], int, int
        g.range(longest),
        loop1_body,
        (centres, iterations),
        exits=True,
    )

    g.at("labels, distances = nearest(points, centres)")
    labels, distances = nearest_inlined(g, points, centres)       # i64[n], f64[n]

    g.at("return centres, labels, np.sum(distances), iterations")
    result_sum = g.sum(distances)                                 # f64
    return centres, labels, result_sum, iterations
