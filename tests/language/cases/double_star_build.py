# construct: `**` in a call
# nodes: keyword Call
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")
OPTIONS = {"axis": 0, "keepdims": True}


def scaled(x, by, **others):
    return x * by + others["plus"]


@graph
def f(x: Tensor[f32, n]):
    total = np.sum(x, **OPTIONS)
    return scaled(total, **{"by": 2}, plus=1)  # <--
# --- calls ---
#: f(np.float32([3, 4])) == np.float32([15])
#: f(np.zeros(0, np.float32))
# --- emitted ---
def scaled_inlined(g, x, by, others):
    g.lines(10)

    g.at('return x * by + others["plus"]')
    result_multiply = g.multiply(x, by)                           # f32[1]
    result = g.add(result_multiply, others["plus"])               # f32[1]
    return result


@dslc.builder("double_star_build.py", captures=("OPTIONS", "scaled"))
def f(g, x: Tensor[f32, n]):
    # capture OPTIONS = {'axis': 0, 'keepdims': True}
    g.lines(15, 16)

    g.at("total = np.sum(x, **OPTIONS)")
    total = g.sum(x, axis=OPTIONS["axis"], keepdims=OPTIONS["keepdims"])  # f32[1]

    g.at('return scaled(total, **{"by": 2}, plus=1)')
    result = scaled_inlined(g, total, 2, {"plus": 1})             # f32[1]
    return result
