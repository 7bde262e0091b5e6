# construct: `a: type = value`
# nodes: AnnAssign
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    axis: int = 0  # <--
    return np.sum(x, axis=axis)
# --- calls ---
#: f(np.float32([2, 3])) == 5
# --- emitted ---
@dslc.builder("annotated_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    axis = 0

    g.at("return np.sum(x, axis=axis)")
    result = g.sum(x, axis=axis)                                  # f32
    return result
