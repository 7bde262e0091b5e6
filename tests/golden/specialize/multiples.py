# n % 16: a symbol that is a multiple of a number
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def multiples(g, x: Tensor[f32, n, m]):
    g.require(x.shape[1]*(x.shape[0] % 2), "==", 0)
    pairs = g.reshape(x, (x.shape[0]//2, 2, x.shape[1]))          # f32[n//2, 2, m]
    left = g.index(x, g.s_[x.shape[0] % 8:])                      # f32[n - n % 8, m]
    return pairs, left
# --- after
import dslc
from dslc import Tensor, f32

n_by_16, m = dslc.dims("n_by_16 m")


@dslc.builder("a.py")
def multiples(g, x: Tensor[f32, 16*n_by_16, m]):
    pairs = g.reshape(x, (8*(x.shape[0] // 16), 2, x.shape[1]))   # f32[8*n_by_16, 2, m]
    return pairs, x
