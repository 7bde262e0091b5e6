from dslc import Tensor, dims, f32, graph

n = dims("n")


class Pair:
    pass


PAIR = Pair()


@graph
def f(x: Tensor[f32, n]):
    return x, PAIR  # error: [result-unsupported]
# --- diagnostics ---
error[unsupported-construct]: a dict of run-time values is not part of the language
 --> result_unsupported.py:8:12
  |
8 |     return {"a": x}
  |            ^^^^^^^^
