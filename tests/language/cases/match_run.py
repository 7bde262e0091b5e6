# construct: `match`
# nodes: Match match_case MatchValue MatchOr MatchAs
# time: run
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    match k:  # error: [unsupported-construct]
        case 0 | 1:
            y = x
        case 2 if x[0] > 0:
            y = x * 2
        case other:
            y = x + other
    return y
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
  --> match_run.py:10:5
   |
10 |     match k:
   |     ^^^^^^^^
help: use `if` and `elif`
