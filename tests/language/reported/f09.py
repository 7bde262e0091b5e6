# construct: rotating buffers, written in place
# time: run
# status: supported
# reported: pytorch/pytorch#75794
import numpy as np

from dslc import Tensor, f64, graph


@graph
def f(x: Tensor[f64, 3]):
    a, b, c = np.zeros(1), np.zeros(1), np.zeros(1)
    out = np.zeros(3)
    for k in range(3):
        a, b, c = c, a, b  # <--
        a[0] += x[k]
        out[k] = a[0]
    return out
# --- calls ---
#: f(np.ones(3)) == np.ones(3)
# --- emitted ---
@dslc.builder("f09.py")
def f(g, x: Tensor[f64, 3]):
    g.lines(8, 9, 10, 12, 13)

    g.at("a, b, c = np.zeros(1), np.zeros(1), np.zeros(1)")
    a_zeros = g.zeros(1)                                          # f64[1]
    b_zeros = g.zeros(1)                                          # f64[1]
    c_zeros = g.zeros(1)                                          # f64[1]
    a, b, c = a_zeros, b_zeros, c_zeros

    g.at("out = np.zeros(3)")
    out = g.zeros(3)                                              # f64[3]

    g.at("for k in range(3):")

    def loop1_body(k, a, b, c, out):                              # int, f64[1], f64[1], f64[1], f64[3]
        a, b, c = c, a, b

        g.at("a[0] += x[k]")
        a_index = g.index(a, g.s_[0])                             # f64
        a_index_2 = g.index(x, g.s_[k])                           # f64
        a_add = g.add(a_index, a_index_2)                         # f64
        a = g.store(a, g.s_[0], a_add)                            # f64[1]

        g.at("out[k] = a[0]")
        out_index = g.index(a, g.s_[0])                           # f64
        out = g.store(out, g.s_[k], out_index)                    # f64[3]
        return a, b, c, out

    a, b, c, out = g.for_(g.range(3), loop1_body, (a, b, c, out))  # f64[1], f64[1], f64[1], f64[3]

    return out
