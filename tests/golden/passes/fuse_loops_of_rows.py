# fuse_loops: a trip reads the rows that the same trip stored, in loops inside too
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def rows(g, x: Tensor[f32, n, m], y: Tensor[f32, n, m]):
    def loop1_body(i, y):                                         # int, f32[n, m]
        row = g.index(x, g.s_[i])                                 # f32[m]
        double = g.multiply(row, 2.0)                             # f32[m]
        y = g.store(y, g.s_[i], double)                           # f32[n, m]
        return y

    y = g.for_(g.range(x.shape[0]), loop1_body, (y,))             # f32[n, m]
    z = g.zeros((x.shape[0],), dtype=f32)                         # f32[n]

    def loop2_body(k, z):                                         # int, f32[n]
        def loop3_body(j, z):                                     # int, f32[n]
            one = g.index(y, g.s_[k, j])                          # f32
            all = g.index(z, g.s_[k])                             # f32
            all = g.add(all, one)                                 # f32
            z = g.store(z, g.s_[k], all)                          # f32[n]
            return z

        z = g.for_(g.range(x.shape[1]), loop3_body, (z,))         # f32[n]
        return z

    z = g.for_(g.range(x.shape[0]), loop2_body, (z,))             # f32[n]

    def loop4_body(k, z):                                         # int, f32[n]
        one = g.index(z, g.s_[k])                                 # f32
        one = g.sqrt(one)                                         # f32
        z = g.store(z, g.s_[k], one)                              # f32[n]
        return z

    z = g.for_(g.range(x.shape[0]), loop4_body, (z,))             # f32[n]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def rows(g, x: Tensor[f32, n, m], y: Tensor[f32, n, m]):
    z = g.zeros((x.shape[0],), dtype=f32)                         # f32[n]

    def loop1_body(i, y, z):                                      # int, f32[n, m], f32[n]
        row = g.index(x, g.s_[i])                                 # f32[m]
        double = g.multiply(row, 2.0)                             # f32[m]
        y = g.store(y, g.s_[i], double)                           # f32[n, m]

        def loop3_body(j, z):                                     # int, f32[n]
            one = g.index(y, g.s_[i, j])                          # f32
            all = g.index(z, g.s_[i])                             # f32
            all = g.add(all, one)                                 # f32
            z = g.store(z, g.s_[i], all)                          # f32[n]
            return z

        z = g.for_(g.range(x.shape[1]), loop3_body, (z,))         # f32[n]
        one = g.index(z, g.s_[i])                                 # f32
        one = g.sqrt(one)                                         # f32
        z = g.store(z, g.s_[i], one)                              # f32[n]
        return y, z

    y, z = g.for_(g.range(x.shape[0]), loop1_body, (y, z))        # f32[n, m], f32[n]
    return y, z
