# construct: a list comprehension
# nodes: ListComp comprehension
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rates = [1.0 / k for k in range(1, 4) if k != 2]  # <--
    return x * rates[1]
# --- calls ---
#: f(np.float32([3])) == np.float32([1])
# --- emitted ---
@dslc.builder("list_comprehension_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    rates = [1.0 / k for k in range(1, 4) if k != 2]

    g.at("return x * rates[1]")
    result = g.multiply(x, rates[1])                              # f32[n]
    return result
