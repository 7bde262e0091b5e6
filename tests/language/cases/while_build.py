# construct: `while`
# nodes: While
# time: build
# status: supported
# note: A Python loop where its names are needed while building.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


AFTER = {"first": "second", "second": ""}


@graph
def f(x: Tensor[f32, n]):
    mode = "first"
    while mode:  # <--
        x = x * 2
        mode = AFTER[mode]
    return x
# --- calls ---
#: f(np.float32([1])) == np.float32([4])
# --- emitted ---
@dslc.builder("while_build.py", captures=("AFTER",))
def f(g, x: Tensor[f32, n]):
    # capture AFTER = {'first': 'second', 'second': ''}
    g.lines(14, 15)

    mode = "first"

    g.at("while mode:")
    while mode:
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # f32[n]

        mode = AFTER[mode]

    return x
