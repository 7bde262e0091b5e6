"""A Python constant takes the other side's type, as it would in arithmetic."""

from dslc import Scalar, f32, graph


@graph
def weak(a: float, s: Scalar[f32]):
    b = 0
    if a > 0:
        b = a
    t = 1
    while t < s:
        t = t * s
    return b, t * s
# --- calls ---
#: weak(2.75, 1.0) == (2.75, 1)
#~ weak(-2.75, 1.5) == (0, 2.25)
# --- emitted ---
# Written by `dslc build` from numbers_join_weakly.py: edit that file and build again.
"""A Python constant takes the other side's type, as it would in arithmetic."""

import dslc
from dslc import Scalar, f32, graph


@dslc.builder("numbers_join_weakly.py")
def weak(g, a: float, s: Scalar[f32]):
    g.lines(9, 12, 13, 14)

    b = 0

    g.at("if a > 0:")
    test = g.greater(a, 0)                                        # bool

    def if1_then():
        b = a
        return b

    def if1_else():
        return b

    b = g.if_(test, if1_then, if1_else)                           # float

    t = 1

    g.at("while t < s:")

    def loop1_test(t):                                            # f32?
        test = g.less(t, s)                                       # bool_
        return test

    def loop1_body(t):                                            # f32?
        g.at("t = t * s")
        t = g.multiply(t, s)                                      # f32
        return t

    t = g.while_(loop1_test, loop1_body, (t,))                    # f32?

    g.at("return b, t * s")
    result_multiply = g.multiply(t, s)                            # f32
    return b, result_multiply
