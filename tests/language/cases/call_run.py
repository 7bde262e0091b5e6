# construct: a call
# nodes: Call
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return np.tanh(x)  # <--
# --- calls ---
#: f(np.float32([0])) == np.float32([0])
# --- emitted ---
@dslc.builder("call_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return np.tanh(x)")
    result = g.tanh(x)                                            # f32[n]
    return result
