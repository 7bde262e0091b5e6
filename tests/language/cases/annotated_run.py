# construct: `a: type = value`
# nodes: AnnAssign
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    total: float
    y: object = x * 2  # <--
    return y
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([4, 6])
# --- emitted ---
@dslc.builder("annotated_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    g.at("y: object = x * 2")
    y = g.multiply(x, 2)                                          # f32[n]

    return y
