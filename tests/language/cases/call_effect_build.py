# construct: a call that changes something outside
# nodes: Call
# time: build
# status: refused
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


CALLS = []


def noted(k):
    CALLS.append(k)
    return k


@graph
def f(x: Tensor[f32, n], k: Static[int] = 2):
    return x * noted(k)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling `noted`, which changes `CALLS`, is not part of the language
  --> call_effect_build.py:16:16
   |
16 |     return x * noted(k)
   |                ^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`
