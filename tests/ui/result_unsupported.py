from dslc import Tensor, dims, f32, graph

n = dims("n")


class Pair:
    pass


PAIR = Pair()


@graph
def f(x: Tensor[f32, n]):
    return x, PAIR  # error: [result-unsupported]
# --- diagnostics ---
error[result-unsupported]: a `Pair` cannot be returned
  --> result_unsupported.py:15:5
   |
15 |     return x, PAIR
   |     ^^^^^^^^^^^^^^
help: return arrays and numbers, or tuples, lists, dicts and dataclasses of them
