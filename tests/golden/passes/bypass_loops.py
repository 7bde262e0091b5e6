# bypass_regions: what no trip changes, what both branches hand on; not what is written to
# --- before
import dslc
from dslc import Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def loops(g, x: Tensor[f32, n], at: Tensor[i64, m], w: Tensor[f32, n], times: int, up: bool):
    g.lines(4, 5, 6)
    def loop1_body(i, y, at_2, w):                                # int, f32[n], i64[m], f32[n]
        g.at("y, w = y * w[0] + at[0], set(w)")
        y_mul = g.multiply(y, w)                                  # f32[n]
        w = g.store(w, g.s_[:], y_mul)                            # f32[n]

        def loop2_body(j, y, at_2):                               # int, f32[n], i64[m]
            g.at("y = y + len(at)")
            y = g.add(y, at.shape[0])                             # f32[n]
            return y, at_2

        y, at_2 = g.for_(g.range(i), loop2_body, (y, at_2))       # f32[n], i64[m]
        return y, at_2, w

    y, at, w = g.for_(g.range(times), loop1_body, (x, at, w))     # f32[n], i64[m], f32[n]

    def if1_then(y, at, w):                                       # f32[n], i64[m], f32[n]
        g.at("y = -y if up else y")
        y = g.negative(y)                                         # f32[n]
        return y, at, w

    def if1_else(y, at, w):                                       # f32[n], i64[m], f32[n]
        return y, at, y

    y, at, w = g.if_(up, if1_then, if1_else, (y, at, w))          # f32[n], i64[m], f32[n]
    top = g.max(at, axis=(0,), initial=0)                         # i64
    return y, w, top
# --- after
import dslc
from dslc import Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def loops(g, x: Tensor[f32, n], at: Tensor[i64, m], w: Tensor[f32, n], times: int, up: bool):
    g.lines(4, 5, 6)
    def loop1_body(i, y, w):                                      # int, f32[n], f32[n]
        g.at("y, w = y * w[0] + at[0], set(w)")
        y_mul = g.multiply(y, w)                                  # f32[n]
        w = g.store(w, g.s_[:], y_mul)                            # f32[n]

        def loop2_body(j, y):                                     # int, f32[n]
            g.at("y = y + len(at)")
            y = g.add(y, at.shape[0])                             # f32[n]
            return y

        y = g.for_(g.range(i), loop2_body, (y,))                  # f32[n]
        return y, w

    y, w = g.for_(g.range(times), loop1_body, (x, w))             # f32[n], f32[n]

    def if1_then(y, w):                                           # f32[n], f32[n]
        g.at("y = -y if up else y")
        y = g.negative(y)                                         # f32[n]
        return y, w

    def if1_else(y, w):                                           # f32[n], f32[n]
        return y, y

    y, w = g.if_(up, if1_then, if1_else, (y, w))                  # f32[n], f32[n]
    top = g.max(at, axis=(0,), initial=0)                         # i64
    return y, w, top
