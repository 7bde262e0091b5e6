from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]


@graph
def dense(x: Tensor[f32, n, k], layer: Dense) -> Tensor[f32, n, m]:
    h = x @ layer.w + layer.b
    return np.maximum(h, 0.0)
# --- calls ---
#: dense(np.float32([[1, 2]]), Dense(np.float32([[1, -1], [1, -1]]), np.float32([1, 1]))) == [[4, 0]]
#: dense(np.zeros((2, 0), np.float32), Dense(np.zeros((0, 1), np.float32), np.float32([1]))) == [[1], [1]]
# --- emitted ---
# Written by `dslc build` from dataclass_parameter.py: edit that file and build again.
from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]


@dslc.builder("dataclass_parameter.py")
def dense(g, x: Tensor[f32, n, k], layer: Dense) -> Tensor[f32, n, m]:
    # require k == layer_k: h = x @ layer.w + layer.b
    g.lines(18, 19)

    g.at("h = x @ layer.w + layer.b")
    h_matmul = g.matmul(x, layer.w)                               # f32[n, m]
    h = g.add(h_matmul, layer.b)                                  # f32[n, m]

    g.at("return np.maximum(h, 0.0)")
    result = g.maximum(h, 0.0)                                    # f32[n, m]
    return result
