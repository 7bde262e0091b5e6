"""Arrays as long as the data says: outliers left out, runs encoded and decoded, boxes thinned out.

Look at: a mask picks `f64[x_index_n]`, of `x` and of `w` alike, so that nothing has to be checked;
`x[1:]` of an array with one element more is `f64[left_n - 1]`; what a loop carries may get shorter.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph, i64

n, k = dslc.dims("n k")


@graph
def without_outliers(x: Tensor[f64, n], w: Tensor[f64, n], limit: float = 3.0, rounds: int = 10):
    """What lies within some deviations of the median, and its weighted mean, until all do."""
    for _ in range(rounds):
        if x.shape[0] == 0:
            break
        distances = np.abs(x - np.median(x))
        kept = distances <= limit * np.median(distances)
        if kept.all():
            break
        x, w = x[kept], w[kept]
    return x, np.sum(x * w) / np.sum(w)


@graph
def encode_runs(x: Tensor[i64, n]):
    """The value and the length of each run of equal numbers."""
    changes = np.flatnonzero(x[1:] != x[:-1])
    starts = np.concatenate((np.zeros(min(x.shape[0], 1), np.int64), changes + 1))
    ends = np.concatenate((starts[1:], np.full(min(x.shape[0], 1), x.shape[0])))
    return x[starts], ends - starts


@graph
def decode_runs(values: Tensor[i64, k], lengths: Tensor[i64, k]):
    """The numbers again: each value as often as its run is long."""
    return np.repeat(values, lengths)


@graph
def spread_apart(boxes: Tensor[f64, n, 4], scores: Tensor[f64, n], overlap: float = 0.5):
    """The boxes (left, top, right, bottom) with the best scores that overlap no better one by more.

    The overlap of two is their common area over the area of both together.
    """
    left = boxes[np.argsort(-scores, kind="stable")]
    chosen = left[:0]
    while left.shape[0] > 0:
        best, left = left[:1], left[1:]
        chosen = np.concatenate((chosen, best))
        corner, end = np.maximum(left[:, :2], best[:, :2]), np.minimum(left[:, 2:], best[:, 2:])
        common = np.prod(np.maximum(end - corner, 0.0), axis=1)
        areas = np.prod(left[:, 2:] - left[:, :2], axis=1) + np.prod(best[:, 2:] - best[:, :2])
        left = left[common <= overlap * (areas - common)]
    return chosen
