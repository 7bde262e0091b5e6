# order_products: floats, what is read elsewhere, and what a loop multiplies again keep their order
# --- before
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[i64, n, n],
    b: Tensor[i64, n, n],
    v: Tensor[i64, n],
    x: Tensor[f32, n, n],
    y: Tensor[f32, n],
    k: int,
):
    floats = g.matmul(x, x)                                       # f32[n, n]
    floats = g.matmul(floats, y)                                  # f32[n]
    read = g.matmul(a, b)                                         # i64[n, n]
    twice = g.matmul(read, v)                                     # i64[n]
    outside = g.matmul(b, a)                                      # i64[n, n]

    def loop1_body(i, v):                                         # int, i64[n]
        v = g.matmul(outside, v)                                  # i64[n]
        return v

    v = g.for_(g.range(k), loop1_body, (v,))                      # i64[n]
    best_matmul = g.matmul(b, v)                                  # i64[n]
    best = g.matmul(a, best_matmul)                               # i64[n]
    return floats, read, twice, v, best
# --- after
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def products(
    g,
    a: Tensor[i64, n, n],
    b: Tensor[i64, n, n],
    v: Tensor[i64, n],
    x: Tensor[f32, n, n],
    y: Tensor[f32, n],
    k: int,
):
    floats = g.matmul(x, x)                                       # f32[n, n]
    floats = g.matmul(floats, y)                                  # f32[n]
    read = g.matmul(a, b)                                         # i64[n, n]
    twice = g.matmul(read, v)                                     # i64[n]
    outside = g.matmul(b, a)                                      # i64[n, n]

    def loop1_body(i, v):                                         # int, i64[n]
        v = g.matmul(outside, v)                                  # i64[n]
        return v

    v = g.for_(g.range(k), loop1_body, (v,))                      # i64[n]
    best_matmul = g.matmul(b, v)                                  # i64[n]
    best = g.matmul(a, best_matmul)                               # i64[n]
    return floats, read, twice, v, best
