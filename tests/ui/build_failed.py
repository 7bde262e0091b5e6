from dslc import Tensor, dims, f32, graph

n = dims("n")


LIMITS = {"a": 1.0}


@graph
def f(x: Tensor[f32, n]):  # error: [build-failed]
    return x * LIMITS["b"]
# --- diagnostics ---
error[build-failed]: building `f` raises KeyError: 'b'
  --> build_failed.py:10:1
   |
10 | def f(x: Tensor[f32, n]):
   | ^^^^^^^^^^^^^^^^^^^^^^^^^
help: what is known while building is computed then
