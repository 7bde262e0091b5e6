"""A branch takes what it rebinds, reads the rest from outside."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def normalized(x: Tensor[f32, n], limit: float) -> Tensor[f32, n]:
    scale = np.sqrt(np.sum(x * x))
    if scale > limit:
        x = x / scale
        scale = scale * 0.0 + 1.0
    return x * scale
# --- calls ---
#: normalized(np.float32([3, 4]), 1.0)
#: normalized(np.float32([3, 4]), 10.0) == [15, 20]
#: normalized(np.float32([]), 0.0)
#: normalized(np.float32([nan, 1]), 0.0)
# --- emitted ---
# Written by `dslc build` from if_rebinds_and_captures.py: edit that file and build again.
"""A branch takes what it rebinds, reads the rest from outside."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("if_rebinds_and_captures.py")
def normalized(g, x: Tensor[f32, n], limit: float) -> Tensor[f32, n]:
    g.lines(12, 13, 14, 15, 16)

    g.at("scale = np.sqrt(np.sum(x * x))")
    scale_multiply = g.multiply(x, x)                             # f32[n]
    scale_sum = g.sum(scale_multiply)                             # f32
    scale = g.sqrt(scale_sum)                                     # f32

    g.at("if scale > limit:")
    test = g.greater(scale, limit)                                # bool_

    def if1_then(x, scale):                                       # f32[n], f32
        g.at("x = x / scale")
        x = g.divide(x, scale)                                    # f32[n]

        g.at("scale = scale * 0.0 + 1.0")
        scale_multiply = g.multiply(scale, 0.0)                   # f32
        scale = g.add(scale_multiply, 1.0)                        # f32
        return x, scale

    def if1_else(x, scale):                                       # f32[n], f32
        return x, scale

    x, scale = g.if_(test, if1_then, if1_else, (x, scale))        # f32[n], f32

    g.at("return x * scale")
    result = g.multiply(x, scale)                                 # f32[n]
    return result
