from numpy import abs, maximum as largest

import dslc as d
import numpy as g
from dslc import f32

np = 3.0


@d.graph
def ramp(x: d.Tensor[f32, "n"]) -> d.Tensor[f32, "n"]:
    """Names decide nothing: `np` is a number here."""
    return largest(abs(x), g.minimum(x * np, 1.0))
# --- calls ---
#: ramp(g.float32([-1, 2])) == [1, 2]
# --- emitted ---
# Written by `dslc build` from numpy_under_another_name.py: edit that file and build again.
from numpy import abs, maximum as largest

import dslc as d
import numpy as g
from dslc import f32

np = 3.0


@d.builder("numpy_under_another_name.py", captures=("np",))
def ramp(g_2, x: d.Tensor[f32, "n"]) -> d.Tensor[f32, "n"]:
    """Names decide nothing: `np` is a number here."""
    # capture np = 3.0
    g_2.lines(13)

    g_2.at("return largest(abs(x), g.minimum(x * np, 1.0))")
    result_abs = g_2.abs(x)                                       # f32[n]
    result_multiply = g_2.multiply(x, np)                         # f32[n]
    result_minimum = g_2.minimum(result_multiply, 1.0)            # f32[n]
    result = g_2.maximum(result_abs, result_minimum)              # f32[n]
    return result
