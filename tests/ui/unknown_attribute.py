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
error[unknown-attribute]: `.fooo` of f32[n] is not part of the language
  --> unknown_attribute.py:15:12
   |
15 |     return x.fooo, p.v
   |            ^^^^^^

error[unknown-attribute]: `Params` has no field `v`
  --> unknown_attribute.py:15:20
   |
15 |     return x.fooo, p.v
   |                    ^^^
