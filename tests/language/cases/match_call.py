# construct: `match`
# nodes: Match match_case MatchValue
# time: call
# status: refused
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    match x.shape[0]:  # error: [unsupported-construct]
        case 0:
            y = x
        case 1:
            y = x * 2
        case _:
            y = x + 1
    return y
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
  --> match_call.py:10:5
   |
10 |     match x.shape[0]:
   |     ^^^^^^^^^^^^^^^^^
help: use `if` and `elif`
