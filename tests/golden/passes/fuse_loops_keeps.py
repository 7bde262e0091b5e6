# fuse_loops: not where a trip reads other rows, both may raise, or what is between needs one of them
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], y: Tensor[f32, n], k: int):
    def loop1_body(i, y):                                         # int, f32[n]
        one = g.index(x, g.s_[i])                                 # f32
        y = g.store(y, g.s_[i], one)                              # f32[n]
        return y

    y = g.for_(g.range(x.shape[0]), loop1_body, (y,))             # f32[n]
    z = g.zeros((x.shape[0],), dtype=f32)                         # f32[n]

    def loop2_body(i, z):                                         # int, f32[n]
        one = g.index(y, g.s_[0])                                 # f32
        z = g.store(z, g.s_[i], one)                              # f32[n]
        return z

    z = g.for_(g.range(x.shape[0]), loop2_body, (z,))             # f32[n]
    top = g.sum(z, axis=(0,))                                     # f32

    def loop3_body(i, total):                                     # int, f32
        one = g.multiply(total, top)                              # f32
        return one

    total = g.for_(g.range(x.shape[0]), loop3_body, (top,))       # f32

    def loop4_body(i, total):                                     # int, f32
        g.print(total)
        return total

    g.for_(g.range(k), loop4_body, (total,))                      # f32

    def loop5_body(i, total):                                     # int, f32
        one = g.index(x, g.s_[i])                                 # f32
        total = g.add(total, one)                                 # f32
        return total

    total = g.for_(g.range(k), loop5_body, (total,))              # f32
    return y, z, total
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], y: Tensor[f32, n], k: int):
    def loop1_body(i, y):                                         # int, f32[n]
        one = g.index(x, g.s_[i])                                 # f32
        y = g.store(y, g.s_[i], one)                              # f32[n]
        return y

    y = g.for_(g.range(x.shape[0]), loop1_body, (y,))             # f32[n]
    z = g.zeros((x.shape[0],), dtype=f32)                         # f32[n]

    def loop2_body(i, z):                                         # int, f32[n]
        one = g.index(y, g.s_[0])                                 # f32
        z = g.store(z, g.s_[i], one)                              # f32[n]
        return z

    z = g.for_(g.range(x.shape[0]), loop2_body, (z,))             # f32[n]
    top = g.sum(z, axis=(0,))                                     # f32

    def loop3_body(i, total):                                     # int, f32
        one = g.multiply(total, top)                              # f32
        return one

    total = g.for_(g.range(x.shape[0]), loop3_body, (top,))       # f32

    def loop4_body(i, total):                                     # int, f32
        g.print(total)
        return total

    g.for_(g.range(k), loop4_body, (total,))                      # f32

    def loop5_body(i, total):                                     # int, f32
        one = g.index(x, g.s_[i])                                 # f32
        total = g.add(total, one)                                 # f32
        return total

    total = g.for_(g.range(k), loop5_body, (total,))              # f32
    return y, z, total
