"""The dominant eigenvalue of a symmetric matrix by power iteration, to a tolerance.

Look at: the loop leaves from the middle, so its body returns an exit code beside what it carries,
and the loop ends by it.
"""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@graph
def dominant_eigenvalue(a: Tensor[f32, n, n], v: Tensor[f32, n], tol: float, max_steps: int):
    """The eigenvalue of `a` of the greatest magnitude, its eigenvector, and the steps from `v`."""
    value = v @ (a @ v)
    steps = 0
    for _ in range(max_steps):
        w = a @ v
        length = np.sqrt(np.sum(w * w))
        if length == 0.0:
            break
        v = w / length
        before = value
        value = v @ (a @ v)
        steps += 1
        if np.abs(value - before) <= tol * np.abs(value):
            break
    return value, v, steps
