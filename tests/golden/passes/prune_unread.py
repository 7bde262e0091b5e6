# prune_dead_nodes: what nobody reads, and what only that read
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def unread(g, x: Tensor[f32, n], flag: bool):
    y = g.exp(x)                                                  # f32[n]
    z = g.log(y)                                                  # f32[n]

    def if1_then(a):                                              # f32[n]
        b = g.sin(a)                                              # f32[n]
        c = g.cos(b)                                              # f32[n]
        return b

    def if1_else(a):                                              # f32[n]
        return a

    w = g.if_(flag, if1_then, if1_else, (x,))                     # f32[n]

    def loop1_body(i, v):                                         # int, f32[n]
        v = g.tanh(v)                                             # f32[n]
        return v

    v = g.for_(g.range(3), loop1_body, (z,))                      # f32[n]
    return w
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def unread(g, x: Tensor[f32, n], flag: bool):
    def if1_then(a):                                              # f32[n]
        b = g.sin(a)                                              # f32[n]
        return b

    def if1_else(a):                                              # f32[n]
        return a

    w = g.if_(flag, if1_then, if1_else, (x,))                     # f32[n]
    return w
