# construct: `with` of a context that does nothing
# nodes: With withitem
# time: build
# status: refused
import contextlib

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.nullcontext():  # error: [unsupported-construct]
        y = x + 1
    return y
# --- diagnostics ---
error[unsupported-construct]: `with` is not part of the language
  --> with_build.py:12:5
   |
12 |     with contextlib.nullcontext():
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it outside the function
