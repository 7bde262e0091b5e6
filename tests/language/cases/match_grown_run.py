# construct: `match` of a list that grew in a loop of the graph, with patterns of sequences
# nodes: Match match_case MatchSequence
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    rows = []
    for i in range(k):
        rows.append(x * i)
    match rows:
        case [only]:  # error: [unsupported-construct]
            return only
        case _:
            return x
# --- diagnostics ---
error[unsupported-construct]: a pattern of a list that the run makes is not part of the language
  --> match_grown_run.py:12:9
   |
12 |         case [only]:
   |         ^^^^^^^^^^^
help: compare `len(...)` of it
