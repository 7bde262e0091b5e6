import numpy as np

from dslc import Tensor, f32, graph


@graph
def rotating(x: Tensor[f32, 3]) -> Tensor[f32, 3]:
    a, b, c = np.zeros(1, np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32)
    out = np.zeros(3, np.float32)
    for k in range(3):
        a, b, c = c, a, b
        a[0] += x[k]
        out[k] = a[0]
    return out
# --- calls ---
#: rotating(np.ones(3, np.float32)) == [1, 1, 1]
# --- emitted ---
# Written by `dslc build` from rotating_buffers.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, f32, graph


@dslc.builder("rotating_buffers.py")
def rotating(g, x: Tensor[f32, 3]) -> Tensor[f32, 3]:
    g.lines(8, 9, 10, 12, 13)

    g.at("a, b, c = np.zeros(1, np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32)")
    a_zeros = g.zeros(1, np.float32)                              # f32[1]
    b_zeros = g.zeros(1, np.float32)                              # f32[1]
    c_zeros = g.zeros(1, np.float32)                              # f32[1]
    a, b, c = a_zeros, b_zeros, c_zeros

    g.at("out = np.zeros(3, np.float32)")
    out = g.zeros(3, np.float32)                                  # f32[3]

    g.at("for k in range(3):")

    def loop1_body(k, a, b, c, out):                              # int, f32[1], f32[1], f32[1], f32[3]
        a, b, c = c, a, b

        g.at("a[0] += x[k]")
        a_index = g.index(a, g.s_[0])                             # f32
        a_index_2 = g.index(x, g.s_[k])                           # f32
        a_add = g.add(a_index, a_index_2)                         # f32
        a = g.store(a, g.s_[0], a_add)                            # f32[1]

        g.at("out[k] = a[0]")
        out_index = g.index(a, g.s_[0])                           # f32
        out = g.store(out, g.s_[k], out_index)                    # f32[3]
        return a, b, c, out

    a, b, c, out = g.for_(g.range(3), loop1_body, (a, b, c, out))  # f32[1], f32[1], f32[1], f32[3]

    return out
