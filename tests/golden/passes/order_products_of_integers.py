# order_products: a vector meets each matrix, and three factors are multiplied in pairs
# --- before
import dslc
from dslc import Tensor, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[i64, n, m],
    b: Tensor[i64, m, n],
    v: Tensor[i64, n],
    w: Tensor[i64, 3, n],
):
    ab = g.matmul(a, b)                                           # i64[n, n]
    y = g.matmul(ab, v)                                           # i64[n]
    wab_matmul = g.matmul(a, b)                                   # i64[n, n]
    wab = g.matmul(w, wab_matmul)                                 # i64[3, n]
    z = g.einsum("ij,jk,lk->li", a, b, w)                         # i64[3, n]
    return y, wab, z
# --- after
import dslc
from dslc import Tensor, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[i64, n, m],
    b: Tensor[i64, m, n],
    v: Tensor[i64, n],
    w: Tensor[i64, 3, n],
):
    ab = g.matmul(a, b)                                           # i64[n, n]
    y_matmul = g.matmul(b, v)                                     # i64[m]
    y = g.matmul(a, y_matmul)                                     # i64[n]
    wab_matmul = g.matmul(a, b)                                   # i64[n, n]
    wab_matmul = g.matmul(w, a)                                   # i64[3, m]
    wab = g.matmul(wab_matmul, b)                                 # i64[3, n]
    z_einsum = g.einsum("jk,lk->jl", b, w)                        # i64[m, 3]
    z = g.einsum("jl,ij->li", z_einsum, a)                        # i64[3, n]
    return y, wab, z
