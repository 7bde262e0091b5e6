"""What a trip leaves is read after a `break`, though the `else` would bind it anew."""

import numpy as np

import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.graph
def last_below(x: Tensor[f32, n], limit: float) -> float:
    kept = 0.0
    for i in range(len(x)):
        if x[i] > limit:
            break
        kept = float(x[i])
    else:
        kept = -1.0
    return kept


# --- calls ---
#: last_below(np.float32([1.0, 2.0, 5.0]), 3.0) == 2.0
#: last_below(np.float32([1.0, 2.0]), 3.0) == -1.0
#: last_below(np.float32([5.0]), 3.0) == 0.0
#: last_below(np.float32([]), 3.0) == -1.0
# --- emitted ---
# Written by `dslc build` from break_past_else.py: edit that file and build again.
"""What a trip leaves is read after a `break`, though the `else` would bind it anew."""

import numpy as np

import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("break_past_else.py")
def last_below(g, x: Tensor[f32, n], limit: float) -> float:
    g.lines(14, 15, 16, 17, 18)

    kept = 0.0

    g.at("for i in range(len(x)):")

    def loop1_body(i, kept):                                      # int, float
        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then():
            g.at("break")
            return kept, g.BREAK

        def if1_else():
            g.at("kept = float(x[i])")
            kept_index = g.index(x, g.s_[i])                      # f32
            kept = g.cast(kept_index, float)                      # float
            return kept, g.RUN

        kept, exit = g.if_(test, if1_then, if1_else)              # float, int
        return kept, exit

    kept, exit = g.for_(g.range(x.shape[0]), loop1_body, (kept,), exits=True)  # float, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then():
        kept = -1.0
        return kept

    def if2_else():
        return kept

    kept = g.if_(test, if2_then, if2_else)                        # float

    return kept


