# construct: a dtype differs only because of an `if`
# time: run
# status: supported
# reported: triton-lang/triton#1423, #3307
# note: The result is of the dtype that the paths have in common.
from dslc import f16

import numpy as np

from dslc import Scalar, Tensor, f32, graph


@graph
def f(x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    y = x
    if on:  # <--
        y = y * scale
    return y
# --- calls ---
#~ f(np.ones(4, np.float16), np.float32(2), True)
#~ f(np.ones(4, np.float16), np.float32(2), False)
# --- emitted ---
@dslc.builder("f17.py")
def f(g, x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    g.lines(11, 12)

    y = x

    g.at("if on:")

    def if1_then(y):                                              # f16[4]
        g.at("y = y * scale")
        y = g.multiply(y, scale)                                  # f32[4]
        return y

    def if1_else(y):                                              # f16[4]
        return y

    y = g.if_(on, if1_then, if1_else, (y,))                       # f32[4]?

    return y
