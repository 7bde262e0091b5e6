# construct: returning a list that grew in a loop of the graph
# nodes: List Return
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    ys = []
    for v in x:
        ys.append(v)
    return ys  # error: [result-unsupported]
# --- diagnostics ---
error[result-unsupported]: a list that grew in a loop of the graph cannot be returned
  --> list_grown_result_run.py:11:5
   |
11 |     return ys
   |     ^^^^^^^^^
help: return its items as one array: `np.stack(...)`
