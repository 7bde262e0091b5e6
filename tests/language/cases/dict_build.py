# construct: a dict
# nodes: Dict
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], mode: Static[str] = "low"):
    gain = {"low": 0.5, "high": 2.0}[mode]  # <--
    return x * gain
# --- calls ---
#: f(np.float32([2])) == np.float32([1])
#: f(np.float32([2]), "high") == np.float32([4])
# --- emitted ---
@dslc.builder("dict_build.py")
def f(g, x: Tensor[f32, n], mode: Static[str] = "low"):
    g.lines(11)

    gain = {"low": 0.5, "high": 2.0}[mode]

    g.at("return x * gain")
    result = g.multiply(x, gain)                                  # f32[n]
    return result
