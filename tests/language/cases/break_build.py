# construct: `break`
# nodes: Break
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for rate in (0.5, 0.0, 0.25):
        if rate == 0.0:
            break  # <--
        x = x * rate
    return x
# --- calls ---
#: f(np.float32([4])) == np.float32([2])
# --- emitted ---
@dslc.builder("break_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(13)

    for rate in (0.5, 0.0, 0.25):
        if rate == 0.0:
            break

        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # f32[n]

    return x
