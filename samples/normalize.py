"""Scale a vector to length one, or clip it when it is too long: an `if` on a run-time value.

Look at: both branches stay, as `if1_then` and `if1_else`; only the one that is taken runs.
"""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@graph
def normalize_or_clip(x: Tensor[f32, n], longest: float) -> Tensor[f32, n]:
    """`x` at length one when it is shorter than `longest`, otherwise clipped to [-1, 1]."""
    length = np.sqrt(np.sum(x * x))
    if length == 0.0:
        # Nothing has no direction.
        return x
    if length < longest:
        y = x / length
    else:
        y = np.minimum(np.maximum(x, -1.0), 1.0)
    return y
