import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def checked(x: Tensor[f32, n], limit: float) -> Tensor[f32, n]:
    assert np.max(x) < limit, "too big"
    assert limit > 0
    return x + 1
# --- calls ---
#: checked(np.float32([1]), 2.0) == [2]
#! checked(np.float32([3]), 2.0) AssertionError
#! checked(np.float32([-3]), -2.0) AssertionError
#! checked(np.float32([]), 2.0) ValueError
# --- emitted ---
# Written by `dslc build` from asserts.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("asserts.py")
def checked(g, x: Tensor[f32, n], limit: float) -> Tensor[f32, n]:
    g.lines(10, 11, 12)

    g.at('assert np.max(x) < limit, "too big"')
    test_max = g.max(x)                                           # f32
    test = g.less(test_max, limit)                                # bool_
    checked_2 = g.check(test, message="too big")                  # bool

    g.at("assert limit > 0")
    test = g.greater(limit, 0)                                    # bool
    checked_2 = g.check(test)                                     # bool

    g.at("return x + 1")
    result = g.add(x, 1)                                          # f32[n]
    return result
