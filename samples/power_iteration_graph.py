# Written by `dslc build` from power_iteration.py: edit that file and build again.
"""The dominant eigenvalue of a symmetric matrix by power iteration, to a tolerance.

Look at: the loop leaves from the middle, so its body returns an exit code beside what it carries,
and the loop ends by it.
"""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@dslc.builder("power_iteration.py")
def dominant_eigenvalue(g, a: Tensor[f32, n, n], v: Tensor[f32, n], tol: float, max_steps: int):
    """The eigenvalue of `a` of the greatest magnitude, its eigenvector, and the steps from `v`."""
    g.lines(18, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30)

    g.at("value = v @ (a @ v)")
    value_matmul = g.matmul(a, v)                                 # f32[n]
    value = g.matmul(v, value_matmul)                             # f32

    steps = 0

    g.at("for _ in range(max_steps):")

    def loop1_body(_, v, value, steps):                           # int, f32[n], f32, int
        g.at("w = a @ v")
        w = g.matmul(a, v)                                        # f32[n]

        g.at("length = np.sqrt(np.sum(w * w))")
        length_multiply = g.multiply(w, w)                        # f32[n]
        length_sum = g.sum(length_multiply)                       # f32
        length = g.sqrt(length_sum)                               # f32

        g.at("if length == 0.0:")
        test = g.equal(length, 0.0)                               # bool_

        def if1_then(value, steps):                               # f32, int
            g.at("break")
            return v, value, steps, g.BREAK

        def if1_else(value, steps):                               # f32, int
            g.at("v = w / length")
            v = g.divide(w, length)                               # f32[n]

            before = value

            g.at("value = v @ (a @ v)")
            value_matmul = g.matmul(a, v)                         # f32[n]
            value = g.matmul(v, value_matmul)                     # f32

            g.at("steps += 1")
            steps = g.add(steps, 1)                               # int

            g.at("if np.abs(value - before) <= tol * np.abs(value):")
            test_subtract = g.subtract(value, before)             # f32
            test_abs = g.abs(test_subtract)                       # f32
            test_abs_2 = g.abs(value)                             # f32
            test_multiply = g.multiply(tol, test_abs_2)           # f32
            test = g.less_equal(test_abs, test_multiply)          # bool_

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return v, value, steps, exit

        v, value, steps, exit = g.if_(test, if1_then, if1_else, (value, steps))  # f32[n], f32, int, int
        return v, value, steps, exit

    v, value, steps, exit = g.for_(g.range(max_steps), loop1_body, (v, value, steps), exits=True)  # f32[n], f32, int, int

    return value, v, steps
