# construct: `with` of a context that does nothing
# nodes: With withitem
# time: build
# status: supported
import contextlib

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.nullcontext():  # <--
        y = x + 1
    return y
# --- calls ---
#: f(np.float32([8])) == np.float32([9])
# --- emitted ---
@dslc.builder("with_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(13)

    g.at("y = x + 1")
    y = g.add(x, 1)                                               # f32[n]

    return y
