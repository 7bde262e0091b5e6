# prune_dead_nodes: a node that makes an assumption on sizes stays
# --- before
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, n], y: Tensor[f32, m], i: Scalar[i64]):
    z = g.add(x, y)                                               # f32[n]
    k = g.as_dim(i, low=0)                                        # int
    w = g.zeros((k,), dtype=f32)                                  # f32[k_n]
    v = g.add(w, x)                                               # f32[k_n]
    u = g.exp(z)                                                  # f32[n]
    return x
# --- after
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, n], y: Tensor[f32, m], i: Scalar[i64]):
    z = g.add(x, y)                                               # f32[n]
    k = g.as_dim(i, low=0)                                        # int
    w = g.zeros((k,), dtype=f32)                                  # f32[k_n]
    v = g.add(w, x)                                               # f32[k_n]
    return x
