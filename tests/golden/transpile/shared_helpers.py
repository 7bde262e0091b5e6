"""Graph functions that call the same helpers, and each other: each helper stands once."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32

n = dims("n")


def clipped(v):
    return np.maximum(v, 0)


def halved(v):
    return clipped(v) / 2


@dslc.graph
def outer(x: Tensor[f32, n]):
    return clipped(x) + inner(x)


@dslc.graph
def inner(x: Tensor[f32, n]):
    return halved(x) + 1
# --- calls ---
#: outer(np.float32([1, -2]))
#: inner(np.float32([1, -2]))
# --- emitted ---
# Written by `dslc build` from shared_helpers.py: edit that file and build again.
"""Graph functions that call the same helpers, and each other: each helper stands once."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32

n = dims("n")


def clipped(v):
    return np.maximum(v, 0)


def halved(v):
    return clipped(v) / 2


def clipped_inlined(g, v):
    g.lines(12)

    g.at("return np.maximum(v, 0)")
    result = g.maximum(v, 0)                                      # f32[n]
    return result


@dslc.builder("shared_helpers.py", captures=("clipped", "inner"))
def outer(g, x: Tensor[f32, n]):
    g.lines(21)

    g.at("return clipped(x) + inner(x)")
    result_clipped = clipped_inlined(g, x)                        # f32[n]
    result_inner = g.call(inner, x)                               # f32[n]
    result = g.add(result_clipped, result_inner)                  # f32[n]
    return result


def halved_inlined(g, v):
    g.lines(16)

    g.at("return clipped(v) / 2")
    result_clipped = clipped_inlined(g, v)                        # f32[n]
    result = g.divide(result_clipped, 2)                          # f32[n]
    return result


@dslc.builder("shared_helpers.py", captures=("halved", "clipped"))
def inner(g, x: Tensor[f32, n]):
    g.lines(26)

    g.at("return halved(x) + 1")
    result_halved = halved_inlined(g, x)                          # f32[n]
    result = g.add(result_halved, 1)                              # f32[n]
    return result
