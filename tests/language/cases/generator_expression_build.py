# construct: a generator expression
# nodes: GeneratorExp comprehension
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    total = sum(i * i for i in range(4))  # <--
    return x * total
# --- calls ---
#: f(np.float32([2])) == np.float32([28])
# --- emitted ---
@dslc.builder("generator_expression_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    total = sum(i * i for i in range(4))

    g.at("return x * total")
    result = g.multiply(x, total)                                 # f32[n]
    return result
