# construct: `for` over a tuple or list of arrays
# nodes: For
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], parts: tuple[Tensor[f32, n], Tensor[f32, n]]):
    for part in parts:  # <--
        x = x + part
    return x
# --- calls ---
#: f(np.float32([8]), (np.float32([1]), np.float32([2]))) == np.float32([11])
# --- emitted ---
@dslc.builder("for_arrays_run.py")
def f(g, x: Tensor[f32, n], parts: tuple[Tensor[f32, n], Tensor[f32, n]]):
    g.lines(11)

    for part in parts:
        g.at("x = x + part")
        x = g.add(x, part)                                        # f32[n]

    return x
