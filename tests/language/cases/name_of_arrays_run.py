# construct: a list, dict or struct of the module with arrays in it
# nodes: Name Attribute Subscript
# time: run
# status: supported
# note: How many there are, and their types, are known while building; what they hold is read at each call.
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f64, graph

n, m = dims("n m")


@dataclass
class Scale:
    gain: Tensor[f64, m]
    bias: Tensor[f64, m]

    def __call__(self, x):
        return x * self.gain + self.bias


LAYERS = [np.eye(3), np.float64([[1, 2], [3, 4], [5, 6]])]
TABLE = {"shift": np.float64([1, 2]), "power": 2}
SCALE = Scale(np.float64([2, 3]), np.float64([-1, 1]))


@graph
def f(x: Tensor[f64, n, 3]):
    for w in LAYERS:  # <--
        x = x @ w
    return SCALE(x + TABLE["shift"]) ** TABLE["power"]
# --- calls ---
#: f(np.float64([[1, 0, 0], [0, 0, 2]]))
# --- emitted ---
def Scale_call(g, self, x):
    g.lines(16)

    g.at("return x * self.gain + self.bias")
    result_multiply = g.multiply(x, self.gain)                    # f64[n, 2]
    result = g.add(result_multiply, self.bias)                    # f64[n, 2]
    return result


@dslc.builder("name_of_arrays_run.py", captures=("LAYERS", "SCALE", "TABLE", "Scale.__call__"))
def f(g, x: Tensor[f64, n, 3]):
    # capture LAYERS: [f64[3, 3], f64[3, 2]]
    # capture SCALE: Scale(gain=f64[2], bias=f64[2])
    # capture TABLE: {"shift": f64[2], "power": int}
    g.lines(27, 28)

    for w in LAYERS:
        g.at("x = x @ w")
        x = g.matmul(x, w)                                        # f64[n, *]

    g.at('return SCALE(x + TABLE["shift"]) ** TABLE["power"]')
    result_add = g.add(x, TABLE["shift"])                         # f64[n, 2]
    result_SCALE = Scale_call(g, SCALE, result_add)               # f64[n, 2]
    result = g.pow(result_SCALE, TABLE["power"])                  # f64[n, 2]
    return result
