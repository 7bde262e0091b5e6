# construct: a slice
# nodes: Slice Subscript
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x[: np.argmax(x)]  # <--
# --- calls ---
#: f(np.float32([1, 2, 3])) == np.float32([1, 2])
# --- emitted ---
@dslc.builder("slice_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x[: np.argmax(x)]")
    result_argmax = g.argmax(x)                                   # i64
    result_argmax_n = g.as_dim(result_argmax)                     # int
    result = g.index(x, g.s_[:result_argmax_n])                   # f32[result_n]
    return result
