import numpy as np

from dslc import graph


@graph
def dispatch():
    low, middle, high = 10.0, 20.0, 30.0
    picked = np.zeros(3)
    for k in range(3):
        if k == 0:
            p = low
        elif k == 1:
            p = middle
        else:
            p = high
        picked[k] = p
    return picked, low, middle, high
# --- calls ---
#: dispatch() == ([10, 20, 30], 10.0, 20.0, 30.0)
# --- emitted ---
# Written by `dslc build` from dispatch_in_loop.py: edit that file and build again.
import numpy as np

import dslc
from dslc import graph


@dslc.builder("dispatch_in_loop.py")
def dispatch(g):
    g.lines(9, 10, 11, 13, 17)

    low, middle, high = 10.0, 20.0, 30.0

    g.at("picked = np.zeros(3)")
    picked = g.zeros(3)                                           # f64[3]

    g.at("for k in range(3):")

    def loop1_body(k, picked):                                    # int, f64[3]
        g.at("if k == 0:")
        test = g.equal(k, 0)                                      # bool

        def if1_then():
            p = low
            return p

        def if1_else():
            g.at("elif k == 1:")
            test = g.equal(k, 1)                                  # bool

            def if2_then():
                p = middle
                return p

            def if2_else():
                p = high
                return p

            p = g.if_(test, if2_then, if2_else)                   # float
            return p

        p = g.if_(test, if1_then, if1_else)                       # float

        g.at("picked[k] = p")
        picked = g.store(picked, g.s_[k], p)                      # f64[3]
        return picked

    picked = g.for_(g.range(3), loop1_body, (picked,))            # f64[3]

    return picked, low, middle, high
