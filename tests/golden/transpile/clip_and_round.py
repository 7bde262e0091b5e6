"""`clip` with one bound is `maximum` or `minimum`; `round` of a float is an int."""

import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def bounded(x: Tensor[f32, n], low: Scalar[f32], a: float, k: int):
    y = np.clip(x, low, 2.0)
    y = y.clip(min=0)
    y = np.clip(y, None, a_max=1.5)
    y = y.clip(None, max=1.25).round(1)
    return y, np.clip(k, 1, 3), np.clip(a, None, 1), round(a), round(low), round(low, 1), round(k)
# --- calls ---
#: bounded(np.float32([-1, 0.5, 2, nan]), np.float32(0.25), 2.5, 7)
#: bounded(np.float32([]), np.float32(-0.5), -0.5, -7)
#! bounded(np.float32([]), np.float32(1), nan, -7) ValueError
#! bounded(np.float32([]), np.float32(-inf), 1.0, 1) OverflowError
# --- emitted ---
# Written by `dslc build` from clip_and_round.py: edit that file and build again.
"""`clip` with one bound is `maximum` or `minimum`; `round` of a float is an int."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("clip_and_round.py")
def bounded(g, x: Tensor[f32, n], low: Scalar[f32], a: float, k: int):
    g.lines(12, 13, 14, 15, 16)

    g.at("y = np.clip(x, low, 2.0)")
    y = g.clip(x, low, 2.0)                                       # f32[n]

    g.at("y = y.clip(min=0)")
    y = g.maximum(y, 0)                                           # f32[n]

    g.at("y = np.clip(y, None, a_max=1.5)")
    y = g.minimum(y, 1.5)                                         # f32[n]

    g.at("y = y.clip(None, max=1.25).round(1)")
    y_minimum = g.minimum(y, 1.25)                                # f32[n]
    y = g.round(y_minimum, decimals=1)                            # f32[n]

    g.at("return y, np.clip(k, 1, 3), np.clip(a, None, 1), round(a), round(low), round(low, 1),...")
    result_clip = g.clip(k, 1, 3)                                 # i64
    result_as_scalar = g.as_scalar(a)                             # f64
    result_minimum = g.minimum(result_as_scalar, 1)               # f64
    result_rint = g.rint(a)                                       # f64
    result_cast = g.cast(result_rint, int)                        # int
    result_rint_2 = g.rint(low)                                   # f32
    result_cast_2 = g.cast(result_rint_2, int)                    # int
    result_round = g.round(low, decimals=1)                       # f32
    return y, result_clip, result_minimum, result_cast, result_cast_2, result_round, k
