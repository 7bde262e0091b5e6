# construct: a keyword argument
# nodes: keyword
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by):
    return x * by


@graph
def f(x: Tensor[f32, n]):
    return scaled(by=2, x=x)  # <--
# --- calls ---
#: f(np.float32([3])) == np.float32([6])
# --- emitted ---
def scaled_inlined(g, x, by):
    g.lines(9)

    g.at("return x * by")
    result = g.multiply(x, by)                                    # f32[n]
    return result


@dslc.builder("keyword_run.py", captures=("scaled",))
def f(g, x: Tensor[f32, n]):
    g.lines(14)

    g.at("return scaled(by=2, x=x)")
    result = scaled_inlined(g, x, 2)                              # f32[n]
    return result
