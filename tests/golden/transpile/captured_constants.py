import math

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")
SCALE = 2.5
TURN = 2 * math.pi
LIMITS = (0.0, np.float32(1.0))


@graph
def wave(x: Tensor[f32, n]) -> Tensor[f32, n]:
    y = np.tanh(x * TURN) * SCALE
    return np.minimum(y, LIMITS[1]) - LIMITS[0] if SCALE > 2 else y
# --- calls ---
#: wave(np.float32([-1, 0.1, 4]))
# --- emitted ---
# Written by `dslc build` from captured_constants.py: edit that file and build again.
import math

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")
SCALE = 2.5
TURN = 2 * math.pi
LIMITS = (0.0, np.float32(1.0))


@dslc.builder("captured_constants.py", captures=("TURN", "SCALE", "LIMITS"))
def wave(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    # capture TURN = 6.283185307179586
    # capture SCALE = 2.5
    # capture LIMITS = (0.0, np.float32(1.0))
    g.lines(15, 16)

    g.at("y = np.tanh(x * TURN) * SCALE")
    y_multiply = g.multiply(x, TURN)                              # f32[n]
    y_tanh = g.tanh(y_multiply)                                   # f32[n]
    y = g.multiply(y_tanh, SCALE)                                 # f32[n]

    g.at("return np.minimum(y, LIMITS[1]) - LIMITS[0] if SCALE > 2 else y")
    if SCALE > 2:
        result_minimum = g.minimum(y, LIMITS[1])                  # f32[n]
        result = g.subtract(result_minimum, LIMITS[0])            # f32[n]
    else:
        result = y
    return result
