# associate_products: floats too, under fast-math
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[f32, n, 2],
    b: Tensor[f32, 2, n],
    v: Tensor[f32, n],
    w: Tensor[f32, n, 3],
):
    ab = g.matmul(a, b)                                           # f32[n, n]
    y = g.matmul(ab, v)                                           # f32[n]
    z = g.einsum("ij,jk,kl,lm->im", b, a, b, w)                   # f32[2, 3]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[f32, n, 2],
    b: Tensor[f32, 2, n],
    v: Tensor[f32, n],
    w: Tensor[f32, n, 3],
):
    ab = g.matmul(a, b)                                           # f32[n, n]
    y_matmul = g.matmul(b, v)                                     # f32[2]
    y = g.matmul(a, y_matmul)                                     # f32[n]
    z_einsum = g.einsum("kl,lm->km", b, w)                        # f32[2, 3]
    z_einsum_2 = g.einsum("ij,jk->ik", b, a)                      # f32[2, 2]
    z = g.einsum("km,ik->im", z_einsum, z_einsum_2)               # f32[2, 3]
    return y, z
