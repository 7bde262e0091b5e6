# construct: `for`
# nodes: For
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n], counts: Tensor[i64, m]):
    for i in range(counts[0]):  # <--
        x = x + i
    return x
# --- calls ---
#: f(np.float32([8]), np.array([3])) == np.float32([11])
# --- emitted ---
@dslc.builder("for_run.py")
def f(g, x: Tensor[f32, n], counts: Tensor[i64, m]):
    g.lines(10, 11)

    g.at("for i in range(counts[0]):")
    i_index = g.index(counts, g.s_[0])                            # i64
    i_cast = g.cast(i_index, int)                                 # int

    def loop1_body(i, x):                                         # int, f32[n]
        g.at("x = x + i")
        x = g.add(x, i)                                           # f32[n]
        return x

    x = g.for_(g.range(i_cast), loop1_body, (x,))                 # f32[n]

    return x
