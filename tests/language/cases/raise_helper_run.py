# construct: a plain function that always raises
# nodes: Raise Call
# time: run
# status: supported
# note: What only the other path binds is bound after it.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def fail(what, v):
    raise ValueError(f"{what}: {v}")


@graph
def f(x: Tensor[f32, n]):
    total = np.sum(x)
    if total < 0:
        return fail("negative", total)
    if total > 100:
        fail("large", total)  # <--
    else:
        y = x * 2
    return y
# --- calls ---
#: f(np.float32([1, 2]))
#! f(np.float32([-1, -2])) ValueError
#! f(np.float32([1000])) ValueError
# --- emitted ---
def fail_inlined(g, what, v):
    g.lines(9)

    g.at('raise ValueError(f"{what}: {v}")')
    g.check(False, message=g.format("{}: {}", what, v), error="ValueError")  # bool
    return None


@dslc.builder("raise_helper_run.py", captures=("fail",))
def f(g, x: Tensor[f32, n]):
    g.lines(14, 15, 16, 17, 18, 20, 21)

    g.at("total = np.sum(x)")
    total = g.sum(x)                                              # f32

    g.at("if total < 0:")
    test = g.less(total, 0)                                       # bool_

    def if1_then():
        g.at('return fail("negative", total)')
        fail_inlined(g, "negative", total)
        return g.unset

    def if1_else():
        g.at("if total > 100:")
        test = g.greater(total, 100)                              # bool_

        def if2_then():
            g.at('fail("large", total)')
            fail_inlined(g, "large", total)
            return g.unset

        def if2_else():
            g.at("y = x * 2")
            y = g.multiply(x, 2)                                  # f32[n]
            return y

        y = g.if_(test, if2_then, if2_else)                       # f32[n]

        g.at("return y")
        return y

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result
