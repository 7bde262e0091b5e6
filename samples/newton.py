"""Square roots by Newton's method: a `while` loop on a run-time tolerance.

Look at: the loop stays one `while_` node with a test and a body, and carries exactly the three
names that the body rebinds.
"""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph, i64

n = dslc.dims("n")


@graph
def newton_sqrt(x: Tensor[f32, n], tol: Scalar[f32], max_steps: Scalar[i64]) -> Tensor[f32, n]:
    """Square roots of `x`, to a residual of at most `tol`."""
    # Start above the root, so that every step goes down.
    y = np.maximum(x, 1.0)
    gap = np.max(np.abs(y * y - x))
    step = 0
    while gap > tol and step < max_steps:
        y = 0.5 * (y + x / y)
        gap = np.max(np.abs(y * y - x))
        step = step + 1
    if gap > tol:
        y = np.where(x > 0.0, y, 0.0)
    return y
