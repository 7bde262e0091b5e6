# construct: `isinstance`, `type`, `hasattr`, `getattr`, `callable`
# nodes: Call
# time: run
# status: supported
from dataclasses import dataclass

import numpy as np

from dslc import Scalar, Tensor, dims, f32, f64, graph

n = dims("n")


@dataclass
class Layer:
    w: Tensor[f32, n]

    def __call__(self, x):
        return x * self.w


@graph
def f(layer: Layer, x: Tensor[f32, n], u: Scalar[f64], k: int):
    if isinstance(u, float) and not isinstance(x, (int, float)):  # <--
        x = layer(x) if callable(layer) and not callable(x) else x
    bias = getattr(layer, "bias", None)
    known = isinstance(k, int), isinstance(layer, Layer), hasattr(layer, "w"), hasattr(x, "wheel")
    return x, bias is None, known, type(u)(k), type(x) is np.ndarray, getattr(x, "ndim")
# --- calls ---
#: f(Layer(np.float32([1, 2])), np.float32([3, 4]), np.float64(1.5), 3)
# --- emitted ---
def Layer_call(g, self, x):
    g.lines(15)

    g.at("return x * self.w")
    result = g.multiply(x, self.w)                                # f32[n]
    return result


@dslc.builder("type_questions_run.py", captures=("Layer",))
def f(g, layer: Layer, x: Tensor[f32, n], u: Scalar[f64], k: int):
    # require layer_n == n: return x * self.w
    g.lines(21, 24)

    g.at("x = layer(x) if callable(layer) and not callable(x) else x")
    x = Layer_call(g, layer, x)                                   # f32[n]

    bias = None
    known = (True, True, True, False)

    g.at('return x, bias is None, known, type(u)(k), type(x) is np.ndarray, getattr(x, "ndim")')
    result_cast = g.cast(k, np.float64)                           # f64
    return x, True, known, result_cast, np.ndarray is np.ndarray, x.ndim
