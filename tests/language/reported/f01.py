# construct: rebinding a number makes no alias
# time: run
# status: supported
# reported: spcl/dace#2491
import numpy as np

from dslc import graph


@graph
def counted():
    a = 1.0
    b = a
    b += 1.0
    return a, b


@graph
def picked():
    lo, mid, hi = 10.0, 20.0, 30.0
    picked = np.zeros(3)
    for k in range(3):
        if k == 0:  # <--
            p = lo
        elif k == 1:
            p = mid
        else:
            p = hi
        picked[k] = p
    return picked, lo, mid, hi
# --- calls ---
#: counted() == (1.0, 2.0)
#: picked() == (np.array([10.0, 20.0, 30.0]), 10.0, 20.0, 30.0)
# --- emitted ---
@dslc.builder("f01.py")
def counted(g):
    a = 1.0
    b = a
    b = b + 1.0

    return a, b


@dslc.builder("f01.py")
def picked(g):
    g.lines(17, 18, 19, 21, 25)

    lo, mid, hi = 10.0, 20.0, 30.0

    g.at("picked = np.zeros(3)")
    picked = g.zeros(3)                                           # f64[3]

    g.at("for k in range(3):")

    def loop1_body(k, picked):                                    # int, f64[3]
        g.at("if k == 0:")
        test = g.equal(k, 0)                                      # bool

        def if1_then():
            p = lo
            return p

        def if1_else():
            g.at("elif k == 1:")
            test = g.equal(k, 1)                                  # bool

            def if2_then():
                p = mid
                return p

            def if2_else():
                p = hi
                return p

            p = g.if_(test, if2_then, if2_else)                   # float
            return p

        p = g.if_(test, if1_then, if1_else)                       # float

        g.at("picked[k] = p")
        picked = g.store(picked, g.s_[k], p)                      # f64[3]
        return picked

    picked = g.for_(g.range(3), loop1_body, (picked,))            # f64[3]

    return picked, lo, mid, hi
