# Written by `dslc build` from newton.py: edit that file and build again.
"""Square roots by Newton's method: a `while` loop on a run-time tolerance.

Look at: the loop stays one `while_` node with a test and a body, and carries exactly the three
names that the body rebinds.
"""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph, i64

n = dslc.dims("n")


@dslc.builder("newton.py")
def newton_sqrt(g, x: Tensor[f32, n], tol: Scalar[f32], max_steps: Scalar[i64]) -> Tensor[f32, n]:
    """Square roots of `x`, to a residual of at most `tol`."""
    g.lines(19, 20, 22, 23, 24, 25, 26, 27)

    # Start above the root, so that every step goes down.
    g.at("y = np.maximum(x, 1.0)")
    y = g.maximum(x, 1.0)                                         # f32[n]

    g.at("gap = np.max(np.abs(y * y - x))")
    gap_multiply = g.multiply(y, y)                               # f32[n]
    gap_subtract = g.subtract(gap_multiply, x)                    # f32[n]
    gap_abs = g.abs(gap_subtract)                                 # f32[n]
    gap = g.max(gap_abs)                                          # f32

    step = 0

    g.at("while gap > tol and step < max_steps:")

    def loop1_test(y, gap, step):                                 # f32[n], f32, int
        test_greater = g.greater(gap, tol)                        # bool_
        test_less = g.less(step, max_steps)                       # bool_
        test = g.and_(test_greater, test_less)                    # bool
        return test

    def loop1_body(y, gap, step):                                 # f32[n], f32, int
        g.at("y = 0.5 * (y + x / y)")
        y_divide = g.divide(x, y)                                 # f32[n]
        y_add = g.add(y, y_divide)                                # f32[n]
        y = g.multiply(0.5, y_add)                                # f32[n]

        g.at("gap = np.max(np.abs(y * y - x))")
        gap_multiply = g.multiply(y, y)                           # f32[n]
        gap_subtract = g.subtract(gap_multiply, x)                # f32[n]
        gap_abs = g.abs(gap_subtract)                             # f32[n]
        gap = g.max(gap_abs)                                      # f32

        g.at("step = step + 1")
        step = g.add(step, 1)                                     # int
        return y, gap, step

    y, gap, step = g.while_(loop1_test, loop1_body, (y, gap, step))  # f32[n], f32, int

    g.at("if gap > tol:")
    test = g.greater(gap, tol)                                    # bool_

    def if1_then(y):                                              # f32[n]
        g.at("y = np.where(x > 0.0, y, 0.0)")
        y_greater = g.greater(x, 0.0)                             # bool_[n]
        y = g.where(y_greater, y, 0.0)                            # f32[n]
        return y

    def if1_else(y):                                              # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (y,))                     # f32[n]

    return y
