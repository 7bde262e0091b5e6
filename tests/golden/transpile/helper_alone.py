"""A call of a plain function alone in its statement; what follows a call is the caller's again."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def relu(x):
    return np.maximum(x, 0.0)


def with_length(x):
    return relu(x), len(x)


@graph
def rectified(x: Tensor[f32, n]) -> tuple[Tensor[f32, n], int]:
    y = relu(x) + 1.0
    z, count = with_length(y)
    z = relu(z)
    return z, count
# --- calls ---
#: rectified(np.float32([-1, 2]))
# --- emitted ---
# Written by `dslc build` from helper_alone.py: edit that file and build again.
"""A call of a plain function alone in its statement; what follows a call is the caller's again."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


def relu(x):
    return np.maximum(x, 0.0)


def with_length(x):
    return relu(x), len(x)


def relu_inlined(g, x):
    g.lines(11)

    g.at("return np.maximum(x, 0.0)")
    result = g.maximum(x, 0.0)                                    # f32[n]
    return result


def with_length_inlined(g, x):
    g.lines(15)

    g.at("return relu(x), len(x)")
    result_relu = relu_inlined(g, x)                              # f32[n]
    return result_relu, x.shape[0]


@dslc.builder("helper_alone.py", captures=("relu", "with_length"))
def rectified(g, x: Tensor[f32, n]) -> tuple[Tensor[f32, n], int]:
    g.lines(20, 21, 22)

    g.at("y = relu(x) + 1.0")
    y_relu = relu_inlined(g, x)                                   # f32[n]
    y = g.add(y_relu, 1.0)                                        # f32[n]

    g.at("z, count = with_length(y)")
    z, count = with_length_inlined(g, y)                          # f32[n], int

    g.at("z = relu(z)")
    z = relu_inlined(g, z)                                        # f32[n]

    return z, count
