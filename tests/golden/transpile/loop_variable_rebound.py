import numpy as np

from dslc import graph


@graph
def offset(n: int, off: int):
    out = np.zeros(4, np.float32)
    j = 0
    for k in range(0, n, 2):
        k = k + off
        out[j] = k
        j += 1
    return out
# --- calls ---
#: offset(8, 10) == [10, 12, 14, 16]
#: offset(0, 10) == [0, 0, 0, 0]
#! offset(10, 0) IndexError
# --- emitted ---
# Written by `dslc build` from loop_variable_rebound.py: edit that file and build again.
import numpy as np

import dslc
from dslc import graph


@dslc.builder("loop_variable_rebound.py")
def offset(g, n: int, off: int):
    g.lines(8, 10, 12, 13)

    g.at("out = np.zeros(4, np.float32)")
    out = g.zeros(4, np.float32)                                  # f32[4]

    j = 0

    g.at("for k in range(0, n, 2):")

    def loop1_body(k, out, j):                                    # int, f32[4], int
        k = k + off

        g.at("out[j] = k")
        out = g.store(out, g.s_[j], k)                            # f32[4]

        g.at("j += 1")
        j = g.add(j, 1)                                           # int
        return out, j

    out, j = g.for_(g.range(0, n, 2), loop1_body, (out, j))       # f32[4], int

    return out
