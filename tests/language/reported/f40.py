# construct: a batch of one is no constant
# time: call
# status: supported
# reported: pytorch/pytorch#170264, #140011, #151094
from dslc import dims

import numpy as np

from dslc import Tensor, dims, f32, graph


b = dims("b")


@graph
def f(x: Tensor[f32, b, 4]):
    return x.reshape(x.shape[0], -1) + x.shape[0]  # <--
# --- calls ---
#: f(np.zeros((1, 4), np.float32)) == np.ones((1, 4))
#: f(np.zeros((3, 4), np.float32)) == np.full((3, 4), 3)
# --- emitted ---
@dslc.builder("f40.py")
def f(g, x: Tensor[f32, b, 4]):
    g.lines(13)

    g.at("return x.reshape(x.shape[0], -1) + x.shape[0]")
    result_reshape = g.reshape(x, (x.shape[0], -1))               # f32[b, 4]
    result = g.add(result_reshape, x.shape[0])                    # f32[b, 4]
    return result
