# n = 32: what is called with these sizes gets a version of its own, each once
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def scaled(g, x: Tensor[f32, n]):
    test = g.greater(x.shape[0], 8)                               # bool

    def if1_then(x):                                              # f32[n]
        y = g.index(x, g.s_[:8])                                  # f32[8]
        return y

    def if1_else(x):                                              # f32[n]
        y = g.divide(x, x.shape[0])                               # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (x,))                     # f32[min(n, 8)]
    return y


@dslc.builder("a.py")
def callees(g, x: Tensor[f32, n], y: Tensor[f32, m]):
    a = g.call(scaled, x)                                         # f32[min(n, 8)]
    b = g.call(scaled, a)                                         # f32[min(n, 8)]
    c = g.call(scaled, y)                                         # f32[min(m, 8)]
    return a, b, c
# --- after
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def scaled_3(g, x: Tensor[f32, 32]):
    y = g.index(x, g.s_[:8])                                      # f32[8]
    return y


@dslc.builder("a.py")
def scaled_2(g, x: Tensor[f32, 8]):
    y = g.divide(x, 8)                                            # f32[8]
    return y


@dslc.builder("a.py")
def scaled(g, x: Tensor[f32, n]):
    test = g.greater(x.shape[0], 8)                               # bool

    def if1_then(x):                                              # f32[n]
        y = g.index(x, g.s_[:8])                                  # f32[8]
        return y

    def if1_else(x):                                              # f32[n]
        y = g.divide(x, x.shape[0])                               # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (x,))                     # f32[min(n, 8)]
    return y


@dslc.builder("a.py")
def callees(g, x: Tensor[f32, 32], y: Tensor[f32, m]):
    a = g.call(scaled_3, x)                                       # f32[8]
    b = g.call(scaled_2, a)                                       # f32[8]
    c = g.call(scaled, y)                                         # f32[min(m, 8)]
    return a, b, c
