# construct: `a += value`
# nodes: AugAssign
# time: run
# status: supported
# note: In place for an array, a new binding for a number.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    y = x.copy()
    z = y
    y += 1  # <--
    return z
# --- calls ---
#: f(np.float32([2, 3])) == np.float32([3, 4])
# --- emitted ---
@dslc.builder("augmented_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 12)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n]

    z = y

    g.at("y += 1")
    y_add = g.add(y, 1)                                           # f32[n]
    y = g.store(y, g.s_[...], y_add, inplace=True)                # f32[n]
    z = y

    return z
