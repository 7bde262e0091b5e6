"""Where dtypes differ by path, the value is right and its type is what both convert to."""

import numpy as np

from dslc import Scalar, Tensor, f16, f32, graph


@graph
def joined(x: Tensor[f16, 2], scale: Scalar[f32], a: float):
    y = x
    z = np.log(a) if a > 1 else 3.0 * a
    if scale > 0:
        y = y * scale
    return y, z, y.astype(f16)
# --- calls ---
#: joined(np.float16([1, 2]), 2.0, 2.0)
#~ joined(np.float16([1, 2]), -2.0, 2.0)
#~ joined(np.float16([1, 2]), 2.0, -2.0)
# --- emitted ---
# Written by `dslc build` from joined_types.py: edit that file and build again.
"""Where dtypes differ by path, the value is right and its type is what both convert to."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f16, f32, graph


@dslc.builder("joined_types.py")
def joined(g, x: Tensor[f16, 2], scale: Scalar[f32], a: float):
    g.lines(11, 12, 13, 14)

    y = x

    g.at("z = np.log(a) if a > 1 else 3.0 * a")
    z_greater = g.greater(a, 1)                                   # bool

    def if1_then():
        z_log = g.log(a)                                          # f64
        return z_log

    def if1_else():
        z_multiply = g.multiply(3.0, a)                           # float
        return z_multiply

    z = g.if_(z_greater, if1_then, if1_else)                      # f64?

    g.at("if scale > 0:")
    test = g.greater(scale, 0)                                    # bool_

    def if2_then(y):                                              # f16[2]
        g.at("y = y * scale")
        y = g.multiply(y, scale)                                  # f32[2]
        return y

    def if2_else(y):                                              # f16[2]
        return y

    y = g.if_(test, if2_then, if2_else, (y,))                     # f32[2]?

    g.at("return y, z, y.astype(f16)")
    result_cast = g.cast(y, f16)                                  # f16[2]
    return y, z, result_cast
