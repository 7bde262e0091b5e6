# n = 32: a number wherever the symbol stood, in types, attributes and operands
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def numbers(g, x: Tensor[f32, n, m], row: Tensor[f32, m]):
    count = g.add(x.shape[0], 1)                                  # int
    y = g.broadcast_to(row, (x.shape[0], row.shape[0]))           # f32[n, m]
    y = g.add(y, x)                                               # f32[n, m]
    y = g.reshape(y, (y.shape[1], y.shape[0]))                    # f32[m, n]
    y = g.multiply(y, count)                                      # f32[m, n]
    z = g.index(y, g.s_[:, :y.shape[1]//2])                       # f32[m, n//2]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32

m = dslc.dims("m")


@dslc.builder("a.py")
def numbers(g, x: Tensor[f32, 32, m], row: Tensor[f32, m]):
    y = g.broadcast_to(row, (32, row.shape[0]))                   # f32[32, m]
    y = g.add(y, x)                                               # f32[32, m]
    y = g.reshape(y, (y.shape[1], 32))                            # f32[m, 32]
    y = g.multiply(y, 33)                                         # f32[m, 32]
    z = g.index(y, g.s_[:, :16])                                  # f32[m, 16]
    return y, z
