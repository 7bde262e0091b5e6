# construct: `assert` with a message that is computed
# nodes: Assert
# time: run
# status: supported
# note: Only a failure computes it.
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], i: int, most: float):
    assert i < x.shape[0], f"no {i}"
    assert x[i] < most, f"too big: {x[i + 1]:.1f} follows {x[i]}"  # <--
    return x[i]
# --- calls ---
#: f(np.array([1.0, 2.0]), 1, 5.0) == 2.0
#! f(np.array([1.0, 2.0]), 2, 5.0) AssertionError
#! f(np.array([1.0, 2.0]), 0, 0.0) AssertionError
#! f(np.array([1.0, 2.0]), 1, 0.0) IndexError
#! f(np.array([1.0, nan]), 1, nan) IndexError
# --- emitted ---
@dslc.builder("assert_message_run.py")
def f(g, x: Tensor[f64, n], i: int, most: float):
    g.lines(10, 11, 12)

    g.at('assert i < x.shape[0], f"no {i}"')
    test = g.less(i, x.shape[0])                                  # bool
    checked = g.check(test, message=g.format("no {}", i))         # bool

    g.at('assert x[i] < most, f"too big: {x[i + 1]:.1f} follows {x[i]}"')
    test_index = g.index(x, g.s_[i])                              # f64
    test_less = g.less(test_index, most)                          # bool_
    test = g.not_(test_less)                                      # bool

    def if1_then():
        message_index = g.index(x, g.s_[i + 1])                   # f64
        message_index_2 = g.index(x, g.s_[i])                     # f64
        g.check(                                                  # bool
            False,
            message=g.format("too big: {:.1f} follows {}", message_index, message_index_2),
        )
        return ()

    def if1_else():
        return ()

    g.if_(test, if1_then, if1_else)

    g.at("return x[i]")
    result = g.index(x, g.s_[i])                                  # f64
    return result
