# Written by `dslc build` from filtering.py: edit that file and build again.
"""Arrays as long as the data says: outliers left out, runs encoded and decoded, boxes thinned out.

Look at: a mask picks `f64[x_index_n]`, of `x` and of `w` alike, so that nothing has to be checked;
`x[1:]` of an array with one element more is `f64[left_n - 1]`; what a loop carries may get shorter.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph, i64

n, k = dslc.dims("n k")


@dslc.builder("filtering.py")
def without_outliers(g, x: Tensor[f64, n], w: Tensor[f64, n], limit: float = 3.0, rounds: int = 10):
    """What lies within some deviations of the median, and its weighted mean, until all do."""
    g.lines(18, 19, 20, 21, 22, 23, 24, 25, 26)

    g.at("for _ in range(rounds):")

    def loop1_body(_, x, w):                                      # int, f64[x_n], f64[x_n]
        g.at("if x.shape[0] == 0:")
        test = g.equal(x.shape[0], 0)                             # bool

        def if1_then(x, w):                                       # f64[x_n], f64[x_n]
            g.at("break")
            return x, w, g.BREAK

        def if1_else(x, w):                                       # f64[x_n], f64[x_n]
            g.at("distances = np.abs(x - np.median(x))")
            distances_median = g.median(x)                        # f64
            distances_subtract = g.subtract(x, distances_median)  # f64[x_n]
            distances = g.abs(distances_subtract)                 # f64[x_n]

            g.at("kept = distances <= limit * np.median(distances)")
            kept_median = g.median(distances)                     # f64
            kept_multiply = g.multiply(limit, kept_median)        # f64
            kept = g.less_equal(distances, kept_multiply)         # bool_[x_n]

            g.at("if kept.all():")
            test = g.all(kept)                                    # bool_

            def if2_then(x, w):                                   # f64[x_n], f64[x_n]
                g.at("break")
                return x, w, g.BREAK

            def if2_else(x, w):                                   # f64[x_n], f64[x_n]
                g.at("x, w = x[kept], w[kept]")
                x_index = g.index(x, g.s_[kept])                  # f64[x_index_n]
                w_index = g.index(w, g.s_[kept])                  # f64[x_index_n]
                x, w = x_index, w_index
                return x, w, g.RUN

            x, w, exit = g.if_(test, if2_then, if2_else, (x, w))  # f64[x_n_2], f64[x_n_2], int
            return x, w, exit

        x, w, exit = g.if_(test, if1_then, if1_else, (x, w))      # f64[x_n_3], f64[x_n_3], int
        return x, w, exit

    x, w, exit = g.for_(g.range(rounds), loop1_body, (x, w), exits=True)  # f64[x_n], f64[x_n], int

    g.at("return x, np.sum(x * w) / np.sum(w)")
    result_multiply = g.multiply(x, w)                            # f64[x_n]
    result_sum = g.sum(result_multiply)                           # f64
    result_sum_2 = g.sum(w)                                       # f64
    result_divide = g.divide(result_sum, result_sum_2)            # f64
    return x, result_divide


@dslc.builder("filtering.py")
def encode_runs(g, x: Tensor[i64, n]):
    """The value and the length of each run of equal numbers."""
    g.lines(32, 33, 34, 35)

    g.at("changes = np.flatnonzero(x[1:] != x[:-1])")
    changes_index = g.index(x, g.s_[1:])                          # i64[max(n - 1, 0)]
    changes_index_2 = g.index(x, g.s_[:-1])                       # i64[max(n - 1, 0)]
    changes_not_equal = g.not_equal(changes_index, changes_index_2)  # bool_[max(n - 1, 0)]
    changes = g.flatnonzero(changes_not_equal)                    # i64[changes_n]

    g.at("starts = np.concatenate((np.zeros(min(x.shape[0], 1), np.int64), changes + 1))")
    starts_zeros = g.zeros(g.dim_min(x.shape[0], 1), np.int64)    # i64[min(n, 1)]
    starts_add = g.add(changes, 1)                                # i64[changes_n]
    starts = g.concat((starts_zeros, starts_add))                 # i64[changes_n + min(n, 1)]

    g.at("ends = np.concatenate((starts[1:], np.full(min(x.shape[0], 1), x.shape[0])))")
    ends_index = g.index(starts, g.s_[1:])                        # i64[max(changes_n + min(n, 1) - 1, 0)]
    ends_full = g.full(g.dim_min(x.shape[0], 1), x.shape[0])      # i64[min(n, 1)]
    ends = g.concat((ends_index, ends_full))                      # i64[min(n, 1) + max(changes_n + min(n, 1) - 1, 0)]

    g.at("return x[starts], ends - starts")
    result_index = g.index(x, g.s_[starts])                       # i64[changes_n + min(n, 1)]
    result_subtract = g.subtract(ends, starts)                    # i64[min(n, 1) + max(changes_n + min(n, 1) - 1, 0)]
    return result_index, result_subtract


@dslc.builder("filtering.py")
def decode_runs(g, values: Tensor[i64, k], lengths: Tensor[i64, k]):
    """The numbers again: each value as often as its run is long."""
    g.lines(41)

    g.at("return np.repeat(values, lengths)")
    result = g.repeat(values, lengths)                            # i64[result_n]
    return result


@dslc.builder("filtering.py")
def spread_apart(g, boxes: Tensor[f64, n, 4], scores: Tensor[f64, n], overlap: float = 0.5):
    """The boxes (left, top, right, bottom) with the best scores that overlap no better one by more.

    The overlap of two is their common area over the area of both together.
    """
    g.lines(50, 51, 52, 53, 54, 55, 56, 57, 58)

    g.at('left = boxes[np.argsort(-scores, kind="stable")]')
    left_negative = g.negative(scores)                            # f64[n]
    left_argsort = g.argsort(left_negative, kind="stable")        # i64[n]
    left = g.index(boxes, g.s_[left_argsort])                     # f64[n, 4]

    g.at("chosen = left[:0]")
    chosen = g.index(left, g.s_[:0])                              # f64[0, 4]

    g.at("while left.shape[0] > 0:")

    def loop1_test(left, chosen):                                 # f64[left_n, 4], f64[chosen_n, 4]
        test = g.greater(left.shape[0], 0)                        # bool
        return test

    def loop1_body(left, chosen):                                 # f64[left_n, 4], f64[chosen_n, 4]
        g.at("best, left = left[:1], left[1:]")
        best_index = g.index(left, g.s_[:1])                      # f64[1, 4]
        left_index = g.index(left, g.s_[1:])                      # f64[left_n - 1, 4]
        best, left = best_index, left_index

        g.at("chosen = np.concatenate((chosen, best))")
        chosen = g.concat((chosen, best))                         # f64[chosen_n + 1, 4]

        g.at("corner, end = np.maximum(left[:, :2], best[:, :2]), np.minimum(left[:, 2:], best[...")
        corner_index = g.index(left, g.s_[:, :2])                 # f64[left_n - 1, 2]
        corner_index_2 = g.index(best, g.s_[:, :2])               # f64[1, 2]
        corner_maximum = g.maximum(corner_index, corner_index_2)  # f64[left_n - 1, 2]
        end_index = g.index(left, g.s_[:, 2:])                    # f64[left_n - 1, 2]
        end_index_2 = g.index(best, g.s_[:, 2:])                  # f64[1, 2]
        end_minimum = g.minimum(end_index, end_index_2)           # f64[left_n - 1, 2]
        corner, end = corner_maximum, end_minimum

        g.at("common = np.prod(np.maximum(end - corner, 0.0), axis=1)")
        common_subtract = g.subtract(end, corner)                 # f64[left_n - 1, 2]
        common_maximum = g.maximum(common_subtract, 0.0)          # f64[left_n - 1, 2]
        common = g.prod(common_maximum, axis=1)                   # f64[left_n - 1]

        g.at("areas = np.prod(left[:, 2:] - left[:, :2], axis=1) + np.prod(best[:, 2:] - best[:...")
        areas_index = g.index(left, g.s_[:, 2:])                  # f64[left_n - 1, 2]
        areas_index_2 = g.index(left, g.s_[:, :2])                # f64[left_n - 1, 2]
        areas_subtract = g.subtract(areas_index, areas_index_2)   # f64[left_n - 1, 2]
        areas_prod = g.prod(areas_subtract, axis=1)               # f64[left_n - 1]
        areas_index_3 = g.index(best, g.s_[:, 2:])                # f64[1, 2]
        areas_index_4 = g.index(best, g.s_[:, :2])                # f64[1, 2]
        areas_subtract_2 = g.subtract(areas_index_3, areas_index_4)  # f64[1, 2]
        areas_prod_2 = g.prod(areas_subtract_2)                   # f64
        areas = g.add(areas_prod, areas_prod_2)                   # f64[left_n - 1]

        g.at("left = left[common <= overlap * (areas - common)]")
        left_subtract = g.subtract(areas, common)                 # f64[left_n - 1]
        left_multiply = g.multiply(overlap, left_subtract)        # f64[left_n - 1]
        left_less_equal = g.less_equal(common, left_multiply)     # bool_[left_n - 1]
        left = g.index(left, g.s_[left_less_equal])               # f64[left_n_2, 4]
        return left, chosen

    left, chosen = g.while_(loop1_test, loop1_body, (left, chosen))  # f64[left_n, 4], f64[chosen_n, 4]

    return chosen
