# construct: a text, bytes, None or Ellipsis
# nodes: Constant
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], mode: Static[str] = "double"):
    if mode == "double":  # <--
        return x * 2
    return x
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([4, 8])
#: f(np.float32([2, 4]), "none") == np.float32([2, 4])
# --- emitted ---
@dslc.builder("literal_build.py")
def f(g, x: Tensor[f32, n], mode: Static[str] = "double"):
    g.lines(11)

    if mode == "double":
        g.at("return x * 2")
        result = g.multiply(x, 2)                                 # f32[n]
        return result

    return x
