# construct: a name
# nodes: Name
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x  # <--
    return y + 1
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([3, 5])
# --- emitted ---
@dslc.builder("name_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    y = x

    g.at("return y + 1")
    result = g.add(y, 1)                                          # f32[n]
    return result
