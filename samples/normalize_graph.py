# Written by `dslc build` from normalize.py: edit that file and build again.
"""Scale a vector to length one, or clip it when it is too long: an `if` on a run-time value.

Look at: both branches stay, as `if1_then` and `if1_else`; only the one that is taken runs.
"""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@dslc.builder("normalize.py")
def normalize_or_clip(g, x: Tensor[f32, n], longest: float) -> Tensor[f32, n]:
    """`x` at length one when it is shorter than `longest`, otherwise clipped to [-1, 1]."""
    g.lines(17, 18, 20, 21, 22, 24, 25)

    g.at("length = np.sqrt(np.sum(x * x))")
    length_multiply = g.multiply(x, x)                            # f32[n]
    length_sum = g.sum(length_multiply)                           # f32
    length = g.sqrt(length_sum)                                   # f32

    g.at("if length == 0.0:")
    test = g.equal(length, 0.0)                                   # bool_

    def if1_then():
        # Nothing has no direction.
        g.at("return x")
        return x

    def if1_else():
        g.at("if length < longest:")
        test = g.less(length, longest)                            # bool_

        def if2_then():
            g.at("y = x / length")
            y = g.divide(x, length)                               # f32[n]
            return y

        def if2_else():
            g.at("y = np.minimum(np.maximum(x, -1.0), 1.0)")
            y_maximum = g.maximum(x, -1.0)                        # f32[n]
            y = g.minimum(y_maximum, 1.0)                         # f32[n]
            return y

        y = g.if_(test, if2_then, if2_else)                       # f32[n]

        g.at("return y")
        return y

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result
