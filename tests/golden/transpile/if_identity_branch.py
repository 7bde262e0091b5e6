import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def kept(x: Tensor[f32, n]) -> Tensor[f32, n]:
    if np.sum(x) > 0:
        y = x
    else:
        y = x * 2
    return y
# --- calls ---
#: kept(np.float32([1, 2])) == [1, 2]
#: kept(np.float32([-1, -2])) == [-2, -4]
# --- emitted ---
# Written by `dslc build` from if_identity_branch.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("if_identity_branch.py")
def kept(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(10, 13)

    g.at("if np.sum(x) > 0:")
    test_sum = g.sum(x)                                           # f32
    test = g.greater(test_sum, 0)                                 # bool_

    def if1_then():
        y = x
        return y

    def if1_else():
        g.at("y = x * 2")
        y = g.multiply(x, 2)                                      # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[n]

    return y
