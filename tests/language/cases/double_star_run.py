# construct: `**` in a call
# nodes: keyword Call
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by, plus=0):
    return x * by + plus


@graph
def f(x: Tensor[f32, n]):
    options = {"by": x, "plus": 2}
    return scaled(x, **options)  # <--
# --- calls ---
#: f(np.float32([3, 4])) == np.float32([11, 18])
#: f(np.zeros(0, np.float32))
# --- emitted ---
def scaled_inlined(g, x, by, plus):
    g.lines(9)

    g.at("return x * by + plus")
    result_multiply = g.multiply(x, by)                           # f32[n]
    result = g.add(result_multiply, plus)                         # f32[n]
    return result


@dslc.builder("double_star_run.py", captures=("scaled",))
def f(g, x: Tensor[f32, n]):
    g.lines(15)

    options = {"by": x, "plus": 2}

    g.at("return scaled(x, **options)")
    result = scaled_inlined(g, x, options["by"], options["plus"])  # f32[n]
    return result
