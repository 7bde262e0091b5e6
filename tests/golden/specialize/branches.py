# n = 32: tests of sizes are decided, and sizes that differed between branches are known
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, n], flag: bool):
    test = g.greater(x.shape[0], 64)                              # bool

    def if1_then(x):                                              # f32[n]
        y = g.index(x, g.s_[:64])                                 # f32[64]
        return y

    def if1_else(x):                                              # f32[n]
        y = g.exp(x)                                              # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (x,))                     # f32[min(n, 64)]

    def if2_then(y):                                              # f32[min(n, 64)]
        z = g.index(y, g.s_[:16])                                 # f32[min(n, 16)]
        return z

    def if2_else(y):                                              # f32[min(n, 64)]
        z = g.index(y, g.s_[16:])                                 # f32[max(min(n, 64) - 16, 0)]
        return z

    z = g.if_(flag, if2_then, if2_else, (y,))                     # f32[z_n]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, 32], flag: bool):
    y = g.exp(x)                                                  # f32[32]

    def if2_then(y):                                              # f32[32]
        z = g.index(y, g.s_[:16])                                 # f32[16]
        return z

    def if2_else(y):                                              # f32[32]
        z = g.index(y, g.s_[16:])                                 # f32[16]
        return z

    z = g.if_(flag, if2_then, if2_else, (y,))                     # f32[16]
    return y, z
