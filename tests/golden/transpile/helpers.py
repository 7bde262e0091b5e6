"""Plain functions become functions of the emitted text."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def squash(v, low=0.0):
    # Comment of the helper.
    shifted = v - low
    return np.tanh(shifted)


@graph
def squashed(x: Tensor[f32, n], y: Tensor[f32, n]) -> Tensor[f32, n]:
    return squash(x) + squash(y, low=1.0)
# --- calls ---
#: squashed(np.float32([0, 1]), np.float32([1, 2]))
# --- emitted ---
# Written by `dslc build` from helpers.py: edit that file and build again.
"""Plain functions become functions of the emitted text."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


def squash(v, low=0.0):
    # Comment of the helper.
    shifted = v - low
    return np.tanh(shifted)


def squash_inlined(g, v, low):
    g.lines(12, 13)

    # Comment of the helper.
    g.at("shifted = v - low")
    shifted = g.subtract(v, low)                                  # f32[n]

    g.at("return np.tanh(shifted)")
    result = g.tanh(shifted)                                      # f32[n]
    return result


@dslc.builder("helpers.py", captures=("squash",))
def squashed(g, x: Tensor[f32, n], y: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(18)

    g.at("return squash(x) + squash(y, low=1.0)")
    result_squash = squash_inlined(g, x, 0.0)                     # f32[n]
    result_squash_2 = squash_inlined(g, y, 1.0)                   # f32[n]
    result = g.add(result_squash, result_squash_2)                # f32[n]
    return result
