# construct: a name
# nodes: Name
# time: build
# status: supported
# note: A module's number is written into the graph, and the header says so.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


GAIN = 0.5


@graph
def f(x: Tensor[f32, n]):
    return x * GAIN  # <--
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([1, 2])
# --- emitted ---
@dslc.builder("name_build.py", captures=("GAIN",))
def f(g, x: Tensor[f32, n]):
    # capture GAIN = 0.5
    g.lines(13)

    g.at("return x * GAIN")
    result = g.multiply(x, GAIN)                                  # f32[n]
    return result
