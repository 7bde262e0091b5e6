# construct: an element
# nodes: Subscript
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x[np.argmax(x)]  # <--
# --- calls ---
#: f(np.float32([2, 7, 4])) == np.float32(7)
#! f(np.zeros(0, np.float32)) ValueError
# --- emitted ---
@dslc.builder("subscript_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("return x[np.argmax(x)]")
    result_argmax = g.argmax(x)                                   # i64
    result = g.index(x, g.s_[result_argmax])                      # f32
    return result
