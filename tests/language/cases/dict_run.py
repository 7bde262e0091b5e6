# construct: a dict
# nodes: Dict
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    parts = {"half": x / 2, "double": x * 2}  # <--
    return parts["half"] + parts["double"]
# --- calls ---
#: f(np.float32([2])) == np.float32([5])
# --- emitted ---
@dslc.builder("dict_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at('parts = {"half": x / 2, "double": x * 2}')
    parts_divide = g.divide(x, 2)                                 # f32[n]
    parts_multiply = g.multiply(x, 2)                             # f32[n]
    parts = {"half": parts_divide, "double": parts_multiply}

    g.at('return parts["half"] + parts["double"]')
    result = g.add(parts["half"], parts["double"])                # f32[n]
    return result
