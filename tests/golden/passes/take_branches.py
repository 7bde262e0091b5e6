# take_branches: certain tests, in regions, and what becomes certain by them
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, n], flag: bool):
    def if1_then(x):                                              # f32[n]
        y = g.index(x, g.s_[:2])                                  # f32[min(n, 2)]
        return y, 1

    def if1_else(x):                                              # f32[n]
        return x, 2

    y, code = g.if_(True, if1_then, if1_else, (x,))               # f32[min(n, 2)], int
    test = g.equal(code, 1)                                       # bool

    def if3_then(y):                                              # f32[min(n, 2)]
        def if2_then(y):                                          # f32[min(n, 2)]
            y = g.exp(y)                                          # f32[min(n, 2)]
            return y

        def if2_else(y):                                          # f32[min(n, 2)]
            return y

        z = g.if_(test, if2_then, if2_else, (y,))                 # f32[min(n, 2)]
        return z

    def if3_else(y):                                              # f32[min(n, 2)]
        return y

    z = g.if_(flag, if3_then, if3_else, (y,))                     # f32[min(n, 2)]
    return z
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, n], flag: bool):
    y = g.index(x, g.s_[:2])                                      # f32[min(n, 2)]

    def if3_then(y):                                              # f32[min(n, 2)]
        y = g.exp(y)                                              # f32[min(n, 2)]
        return y

    def if3_else(y):                                              # f32[min(n, 2)]
        return y

    z = g.if_(flag, if3_then, if3_else, (y,))                     # f32[min(n, 2)]
    return z
