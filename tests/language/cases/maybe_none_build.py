# construct: `x if name is None else name` of a parameter that may be None
# nodes: IfExp
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n] | None = None):
    z = x if y is None else y  # <--
    return z * 2


@graph
def largest(x: Tensor[f32, n], depth: Static[int] = 2):
    best = None
    for i in range(depth):
        best = x * i if best is None else np.maximum(best, x * i)
    return best if best is not None else x
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
#: f(np.float32([1]), np.float32([3])) == np.float32([6])
#: largest(np.float32([1])) == np.float32([1])
#: largest(np.float32([4]), 0) == np.float32([4])
#: largest(np.float32([-4]), 1) == np.float32([0])
# --- emitted ---
@dslc.builder("maybe_none_build.py")
def f(g, x: Tensor[f32, n], y: Tensor[f32, n] | None = None):
    g.lines(11)

    if y is None:
        z = x
    else:
        z = y

    g.at("return z * 2")
    result = g.multiply(z, 2)                                     # f32[n]
    return result


@dslc.builder("maybe_none_build.py")
def largest(g, x: Tensor[f32, n], depth: Static[int] = 2):
    g.lines(17, 18)

    best = None

    g.at("for i in range(depth):")
    for i in range(depth):
        g.at("best = x * i if best is None else np.maximum(best, x * i)")
        if best is None:
            best = g.multiply(x, i)                               # f32[n]
        else:
            best_multiply = g.multiply(x, i)                      # f32[n]
            best = g.maximum(best, best_multiply)                 # f32[n]

    if best is not None:
        result = best
    else:
        result = x
    return result
