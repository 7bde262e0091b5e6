# fold_constants: inside branches and loops, and what they carry
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], flag: bool):
    start = g.add(1, 1)                                           # int

    def if1_then(y):                                              # f32[n]
        step = g.multiply(2, 3)                                   # int
        y = g.add(y, step)                                        # f32[n]
        return y, step

    def if1_else(y):                                              # f32[n]
        step = g.subtract(1, 5)                                   # int
        return y, step

    y, step = g.if_(flag, if1_then, if1_else, (x,))               # f32[n], int

    def loop1_body(i, y, k):                                      # int, f32[n], int
        half = g.divide(1, 2)                                     # float
        y = g.multiply(y, half)                                   # f32[n]
        k = g.add(k, i)                                           # int
        return y, k

    y, k = g.for_(g.range(start), loop1_body, (y, start))         # f32[n], int
    return y, step, k
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], flag: bool):
    def if1_then(y):                                              # f32[n]
        y = g.add(y, 6)                                           # f32[n]
        return y, 6

    def if1_else(y):                                              # f32[n]
        return y, -4

    y, step = g.if_(flag, if1_then, if1_else, (x,))               # f32[n], int

    def loop1_body(i, y, k):                                      # int, f32[n], int
        y = g.multiply(y, 0.5)                                    # f32[n]
        k = g.add(k, i)                                           # int
        return y, k

    y, k = g.for_(g.range(2), loop1_body, (y, 2))                 # f32[n], int
    return y, step, k
