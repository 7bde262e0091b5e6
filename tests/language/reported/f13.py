# construct: None first, an array afterwards
# time: run
# status: refused
# reported: PaddlePaddle/docs, pytorch/pytorch#51563
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n]):
    cache = None
    y = x
    while np.sum(y) < 10:  # error: [branch-mismatch]
        if cache is None:
            y = x + 1
        else:
            y = x + cache
        cache = y
    return y
# --- diagnostics ---
error[branch-mismatch]: `cache` is NoneType before this loop, which carries it
  --> f13.py:12:5
   |
12 |     while np.sum(y) < 10:
   |     ^^^^^^^^^^^^^^^^^^^^^
help: start `cache` with its final type
