# construct: the body rebinds the loop's variable
# time: call
# status: supported
# reported: triton-lang/triton#2015
import numpy as np

from dslc import graph


@graph
def f(n: int, off: int):
    out = np.zeros(4)
    j = 0
    for k in range(0, n, 2):
        k = k + off  # <--
        out[j] = k
        j += 1
    return out
# --- calls ---
#: f(8, 10) == np.array([10.0, 12.0, 14.0, 16.0])
# --- emitted ---
@dslc.builder("f15.py")
def f(g, n: int, off: int):
    g.lines(8, 10, 12, 13)

    g.at("out = np.zeros(4)")
    out = g.zeros(4)                                              # f64[4]

    j = 0

    g.at("for k in range(0, n, 2):")

    def loop1_body(k, out, j):                                    # int, f64[4], int
        k = k + off

        g.at("out[j] = k")
        out = g.store(out, g.s_[j], k)                            # f64[4]

        g.at("j += 1")
        j = g.add(j, 1)                                           # int
        return out, j

    out, j = g.for_(g.range(0, n, 2), loop1_body, (out, j))       # f64[4], int

    return out
