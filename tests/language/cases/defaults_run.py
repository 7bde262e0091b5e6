# construct: default values, `*` and `/` in a signature
# nodes: arguments arg
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, /, by=2, *, plus=1):
    return x * by + plus


@graph
def f(x: Tensor[f32, n]):
    return scaled(x, plus=3)  # <--
# --- calls ---
#: f(np.float32([3])) == np.float32([9])
# --- emitted ---
def scaled_inlined(g, x, by, plus):
    g.lines(9)

    g.at("return x * by + plus")
    result_multiply = g.multiply(x, by)                           # f32[n]
    result = g.add(result_multiply, plus)                         # f32[n]
    return result


@dslc.builder("defaults_run.py", captures=("scaled",))
def f(g, x: Tensor[f32, n]):
    g.lines(14)

    g.at("return scaled(x, plus=3)")
    result = scaled_inlined(g, x, 2, 3)                           # f32[n]
    return result
