from dataclasses import dataclass

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Params:
    w: Tensor[f32, n]


@graph
def f(x: Tensor[f32, n], p: Params):
    return x.fooo, p.v  # error: [unknown-attribute] [unknown-attribute]
# --- diagnostics ---
