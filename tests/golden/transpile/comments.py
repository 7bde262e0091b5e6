import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")

# About the function.


@graph  # builds a graph
def clip(x: Tensor[f32, n]) -> Tensor[f32, n]:  # on the header
    """Clip `x`.

    To the unit interval.
    """

    # Before the first statement.

    low = np.maximum(x, 0.0)  # at the end of a line
    # Before the `if`,
    # in two lines.
    if low[0] > 1.0:  # on the `if`
        # In the branch.
        low = low / 2.0
        # At the end of the branch.
    else:
        # In the other branch.
        low = low * 2.0
    # Before the return.
    return np.minimum(
        low,  # within a statement
        1.0,
    )
    # At the end.


# After the function.
LAST = 1
# --- calls ---
#: clip(np.float32([0.25, 3])) == [0.5, 1]
#: clip(np.float32([3, -1])) == [1, 0]
#! clip(np.float32([])) IndexError
# --- emitted ---
# Written by `dslc build` from comments.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")

# About the function.


@dslc.builder("comments.py")
def clip(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    """Clip `x`.

    To the unit interval.
    """
    g.lines(20, 23, 25, 29, 31)

    # on the header
    # Before the first statement.
    # at the end of a line
    g.at("low = np.maximum(x, 0.0)")
    low = g.maximum(x, 0.0)                                       # f32[n]

    # Before the `if`,
    # in two lines.
    # on the `if`
    g.at("if low[0] > 1.0:")
    test_index = g.index(low, g.s_[0])                            # f32
    test = g.greater(test_index, 1.0)                             # bool_

    def if1_then(low):                                            # f32[n]
        # In the branch.
        g.at("low = low / 2.0")
        low = g.divide(low, 2.0)                                  # f32[n]

        # At the end of the branch.
        return low

    def if1_else(low):                                            # f32[n]
        # In the other branch.
        g.at("low = low * 2.0")
        low = g.multiply(low, 2.0)                                # f32[n]
        return low

    low = g.if_(test, if1_then, if1_else, (low,))                 # f32[n]

    # Before the return.
    # within a statement
    g.at("return np.minimum(low, 1.0)")
    result = g.minimum(low, 1.0)                                  # f32[n]
    # At the end.
    return result


# After the function.
LAST = 1
