# construct: a list that grew in a loop of the graph, given to a function around or on one path
# nodes: List Return
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


def helper(x):
    ys = []
    for v in x:
        ys.append(v)
    return ys  # error: [result-unsupported]


@graph
def f(x: Tensor[f32, n]):
    ys = []
    for v in x:
        ys.append(v)
    return ys


@graph
def g(x: Tensor[f32, n]):
    ys = f(x)  # error: [result-unsupported]
    return ys[0]


@graph
def h(x: Tensor[f32, n]):
    ys = []
    for v in x:
        ys.append(v)
        if v > 3:
            return ys  # error: [result-unsupported]
    return ys  # error: [result-unsupported]


@graph
def k(x: Tensor[f32, n]):
    pair = helper(x), x
    return pair
# --- diagnostics ---
error[result-unsupported]: a list that grew in a loop of the graph cannot be returned here
  --> list_grown_result_passed_run.py:10:5
   |
10 |     return ys
   |     ^^^^^^^^^
help: return its items as one array: `np.stack(...)`

error[result-unsupported]: `f` gives a list as long as the run decides, which no other graph takes
  --> list_grown_result_passed_run.py:23:10
   |
23 |     ys = f(x)
   |          ^^^^
help: let it return one array: `np.stack(...)`

error[result-unsupported]: a list that grew in a loop of the graph cannot be returned here
  --> list_grown_result_passed_run.py:33:13
   |
33 |             return ys
   |             ^^^^^^^^^
help: return its items as one array: `np.stack(...)`

error[result-unsupported]: a list that grew in a loop of the graph cannot be returned here
  --> list_grown_result_passed_run.py:34:5
   |
34 |     return ys
   |     ^^^^^^^^^
help: return its items as one array: `np.stack(...)`
