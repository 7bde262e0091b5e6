import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, h, w = dims("n h w")


@graph
def padded(x: Tensor[f32, n, h, w], pad: Static[int] = 1):
    n, h, w = x.shape
    out = np.zeros((n, h + 2 * pad, w + 2 * pad), np.float32)
    out[:, pad : pad + h, pad : pad + w] = x
    return out.reshape((n, -1)) + h * w // 2
# --- calls ---
#: padded(np.float32([[[1]]])) == [[0, 0, 0, 0, 1, 0, 0, 0, 0]]
#: padded(np.zeros((1, 2, 2), np.float32), 0)
# --- emitted ---
# Written by `dslc build` from shape_arithmetic.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, h, w = dims("n h w")


@dslc.builder("shape_arithmetic.py")
def padded(g, x: Tensor[f32, n, h, w], pad: Static[int] = 1):
    g.lines(11, 12, 13)

    n, h, w = x.shape[0], x.shape[1], x.shape[2]

    g.at("out = np.zeros((n, h + 2 * pad, w + 2 * pad), np.float32)")
    out = g.zeros((n, h + 2 * pad, w + 2 * pad), np.float32)      # f32[n, h + 2, w + 2]

    g.at("out[:, pad : pad + h, pad : pad + w] = x")
    out = g.store(out, g.s_[:, pad:pad + h, pad:pad + w], x)      # f32[n, h + 2, w + 2]

    g.at("return out.reshape((n, -1)) + h * w // 2")
    result_reshape = g.reshape(out, (n, -1))                      # f32[n, h*w + 2*h + 2*w + 4]
    result = g.add(result_reshape, h * w // 2)                    # f32[n, h*w + 2*h + 2*w + 4]
    return result
