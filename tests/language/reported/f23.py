# construct: `int` of an unsigned integer has a sign
# time: run
# status: supported
# reported: numba/numba#9929
from dslc import u8

import numpy as np

from dslc import Tensor, graph


@graph
def f(p: Tensor[u8, 1], q: Tensor[u8, 1]):
    return abs(int(p[0]) - int(q[0]))  # <--
# --- calls ---
#: f(np.array([50], np.uint8), np.array([150], np.uint8)) == 100
# --- emitted ---
@dslc.builder("f23.py")
def f(g, p: Tensor[u8, 1], q: Tensor[u8, 1]):
    g.lines(10)

    g.at("return abs(int(p[0]) - int(q[0]))")
    result_index = g.index(p, g.s_[0])                            # u8
    result_cast = g.cast(result_index, int)                       # int
    result_index_2 = g.index(q, g.s_[0])                          # u8
    result_cast_2 = g.cast(result_index_2, int)                   # int
    result_subtract = g.subtract(result_cast, result_cast_2)      # int
    result = g.abs(result_subtract)                               # int
    return result
