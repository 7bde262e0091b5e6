# construct: `match`
# nodes: Match match_case MatchValue MatchOr MatchAs MatchSingleton
# time: build
# status: refused
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], kind: Static[object] = "relu"):
    match kind:  # error: [unsupported-construct]
        case "relu" | "ramp":
            y = np.maximum(x, 0)
        case None:
            y = x
        case other if other == 3:
            y = x * other
        case _:
            y = -x
    return y
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
  --> match_build.py:10:5
   |
10 |     match kind:
   |     ^^^^^^^^^^^
help: use `if` and `elif`
