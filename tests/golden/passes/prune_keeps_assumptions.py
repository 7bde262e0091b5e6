# prune_dead_nodes: what a pruned node relied on stays required
# --- before
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, n], y: Tensor[f32, m], i: Scalar[i64]):
    g.require(y.shape[0], "==", x.shape[0])
    z = g.add(x, y)                                               # f32[n]
    k = g.as_dim(i, low=0)                                        # int
    w = g.zeros((k,), dtype=f32)                                  # f32[k_n]
    g.require(k, "==", x.shape[0])
    v = g.add(w, x)                                               # f32[n]
    u = g.exp(z)                                                  # f32[n]
    return x
# --- after
import dslc
from dslc import Scalar, Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, n], y: Tensor[f32, m], i: Scalar[i64]):
    g.require(y.shape[0], "==", x.shape[0])
    k = g.as_dim(i, low=0)                                        # int
    g.require(k, "==", x.shape[0])
    return x
