# construct: two uses of one size are equal
# time: call
# status: supported
# reported: spcl/dace#2481
from dslc import dims

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


n, h, w = dims("n h w")


@graph
def f(x: Tensor[f32, n, h, w], pad: int):
    n, h, w = x.shape
    out = np.zeros((n, h + 2 * pad, w + 2 * pad))
    out[:, pad : pad + h, pad : pad + w] = x  # <--
    return out
# --- calls ---
#: f(np.ones((2, 3, 4), np.float32), 1) == np.pad(np.ones((2, 3, 4)), ((0, 0), (1, 1), (1, 1)))
# --- emitted ---
@dslc.builder("f36.py")
def f(g, x: Tensor[f32, n, h, w], pad: int):
    g.lines(16, 17)

    n, h, w = x.shape[0], x.shape[1], x.shape[2]

    g.at("out = np.zeros((n, h + 2 * pad, w + 2 * pad))")
    out = g.zeros((n, h + 2 * pad, w + 2 * pad))                  # f64[n, h + 2*pad, 2*pad + w]

    g.at("out[:, pad : pad + h, pad : pad + w] = x")
    out = g.store(out, g.s_[:, pad:pad + h, pad:pad + w], x)      # f64[n, h + 2*pad, 2*pad + w]

    return out
