# construct: `from ... import` inside of a function
# nodes: ImportFrom alias
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    from math import pi as circle  # <--

    return x * circle
# --- calls ---
#: f(np.float32([1])) == np.float32([3.1415927])
# --- emitted ---
@dslc.builder("import_from_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(12)

    from math import pi as circle

    g.at("return x * circle")
    result = g.multiply(x, circle)                                # f32[n]
    return result
