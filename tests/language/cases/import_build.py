# construct: `import` inside of a function
# nodes: Import alias
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    import math  # <--

    return x * math.pi
# --- calls ---
#: f(np.float32([1])) == np.float32([3.1415927])
# --- emitted ---
@dslc.builder("import_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(12)

    import math

    g.at("return x * math.pi")
    result = g.multiply(x, math.pi)                               # f32[n]
    return result
