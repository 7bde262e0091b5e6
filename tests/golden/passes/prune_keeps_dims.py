# prune_dead_nodes: what binds a dim that a type still names stays
# --- before
import dslc
from dslc import Scalar, Tensor, f32, f64, i32

n = dslc.dims("n")


@dslc.builder("a.py")
def dims(g, x: Tensor[f32, n], i: Scalar[i32], flag: bool):
    k = g.as_dim(i)                                               # int
    y = g.broadcast_to(x, (k, x.shape[0]))                        # f32[k_n, n]
    z = g.exp(y)                                                  # f32[k_n, n]

    def if1_then():
        return x

    def if1_else():
        w = g.concat((x, x))                                      # f32[2*n]
        return w

    w = g.if_(flag, if1_then, if1_else)                           # f32[w_n]
    v = g.zeros((w.shape[0],), dtype=f64)                         # f64[w_n]
    return z, v
# --- after
import dslc
from dslc import Scalar, Tensor, f32, f64, i32

n = dslc.dims("n")


@dslc.builder("a.py")
def dims(g, x: Tensor[f32, n], i: Scalar[i32], flag: bool):
    k = g.as_dim(i)                                               # int
    y = g.broadcast_to(x, (k, x.shape[0]))                        # f32[k_n, n]
    z = g.exp(y)                                                  # f32[k_n, n]

    def if1_then():
        return x

    def if1_else():
        w = g.concat((x, x))                                      # f32[2*n]
        return w

    w = g.if_(flag, if1_then, if1_else)                           # f32[w_n]
    v = g.zeros((w.shape[0],), dtype=f64)                         # f64[w_n]
    return z, v
