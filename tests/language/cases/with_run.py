# construct: `with` of another context
# nodes: With withitem
# time: run
# status: refused
import warnings

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with warnings.catch_warnings():  # error: [unsupported-construct]
        x = x + 1
    return x
# --- diagnostics ---
error[unsupported-construct]: `with` of a context that does something is not part of the language
  --> with_run.py:10:5
   |
10 |     with warnings.catch_warnings():
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it outside the function, or let it stay Python with `breaks=True`
