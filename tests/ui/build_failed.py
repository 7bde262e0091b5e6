from dslc import Tensor, dims, f32, graph

n = dims("n")


LIMITS = {"a": 1.0}


@graph
def f(x: Tensor[f32, n]):
    y = x + 1.0
    return y * LIMITS["b"]  # error: [build-failed]
# --- diagnostics ---
error[build-failed]: building `f` raises KeyError: 'b'
  --> build_failed.py:12:1
   |
12 |     return y * LIMITS["b"]
   |     ^^^^^^^^^^^^^^^^^^^^^^
help: what this line computes while the graph is built must not raise
