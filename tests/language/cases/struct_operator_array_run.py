# construct: an operator between an array and a struct that NumPy takes for an object
# nodes: BinOp
# time: run
# status: refused
from dataclasses import dataclass

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Dual:
    value: Tensor[f32, n]

    def __radd__(self, other):
        return Dual(other + self.value)


@graph
def f(a: Dual, x: Tensor[f32, n]):
    return x + a  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `+` between an array and Dual, of which NumPy makes an array of objects, is not part of the language
  --> struct_operator_array_run.py:18:12
   |
18 |     return x + a
   |            ^^^^^
help: set `__array_ufunc__ = None` in its class, so that NumPy leaves it to the struct
