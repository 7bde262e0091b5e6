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


@graph
def kmeans(
    points: Tensor[f64, n, d], centres: Tensor[f64, k, d], tol: float = 1e-6, longest: int = 100
):
    """Centres, the cluster of each point, the sum of squared distances, and the iterations."""
    iterations = 0
    for _ in range(longest):
        labels, _ = nearest(points, centres)
        sums = np.zeros_like(centres)
        np.add.at(sums, labels, points)
        counts = np.zeros(centres.shape[0], np.int64)
        np.add.at(counts, labels, 1)
        filled = (counts > 0)[:, None]
        moved = np.where(filled, sums / np.maximum(counts, 1)[:, None], centres)
        shift = np.max(np.abs(moved - centres))
        centres = moved
        iterations += 1
        if shift <= tol:
            break
    labels, distances = nearest(points, centres)
    return centres, labels, np.sum(distances), iterations
