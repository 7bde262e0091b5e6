# n = 32: what is assumed of the other sizes stays, what holds now goes
# --- before
import dslc
from dslc import Tensor, f32

n, m, k = dslc.dims("n m k")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, n], y: Tensor[f32, m], z: Tensor[f32, k]):
    g.require(y.shape[0], "==", x.shape[0])
    s = g.add(x, y)                                               # f32[n]
    half = g.index(z, g.s_[:x.shape[0]//2])                       # f32[min(k, n//2)]
    return s, half
# --- after
import dslc
from dslc import Tensor, f32

m, k = dslc.dims("m k")


@dslc.builder("a.py")
def assumptions(g, x: Tensor[f32, 32], y: Tensor[f32, m], z: Tensor[f32, k]):
    g.require(y.shape[0], "==", 32)
    s = g.add(x, y)                                               # f32[32]
    half = g.index(z, g.s_[:16])                                  # f32[min(k, 16)]
    return s, half
