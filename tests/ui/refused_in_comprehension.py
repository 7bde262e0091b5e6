import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def bump(r):
    r += 1  # error: [write-to-parameter]
    return np.max(r) > 2


@graph
def each(x: Tensor[f32, n]):
    a = x + 0
    b = x * 2
    hits = [bump(r) for r in (a, a, b)]
    return hits[0], a, b


@graph
def either(x: Tensor[f32, n]):
    a = x + 0
    b = x * 2
    return any(bump(r) for r in (a, a, b)), a, b
# --- diagnostics ---
error[write-to-parameter]: `r` is a parameter; writing to it would change the caller's array
 --> refused_in_comprehension.py:9:5
  |
9 |     r += 1
  |     ^
help: write to a copy: `r = r.copy()`, or annotate it InOut[...]
