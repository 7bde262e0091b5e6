# construct: `for` with `else`
# nodes: For
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], stop: Static[float] = 0.0):
    for rate in (0.5, 0.25):  # <--
        if rate == stop:
            break
        x = x * rate
    else:
        x = x + 1
    return x
# --- calls ---
#: f(np.float32([8])) == np.float32([2])
#: f(np.float32([8]), 0.25) == np.float32([4])
# --- emitted ---
@dslc.builder("for_else_build.py")
def f(g, x: Tensor[f32, n], stop: Static[float] = 0.0):
    g.lines(13, 15)

    for rate in (0.5, 0.25):
        if rate == stop:
            break

        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # f32[n]
    else:
        g.at("x = x + 1")
        x = g.add(x, 1)                                           # f32[n]

    return x
