"""A size of 1 in a call is a size like any other."""

from dslc import Tensor, dims, f32, graph

b = dims("b")


@graph
def flattened(x: Tensor[f32, b, 4]) -> Tensor[f32, b, 4]:
    return x.reshape(x.shape[0], -1) + x.shape[0]
# --- calls ---
#: flattened(np.zeros((1, 4), np.float32)) == [[1, 1, 1, 1]]
#: flattened(np.zeros((3, 4), np.float32))
#! flattened(np.zeros((0, 4), np.float32)) ValueError
# --- emitted ---
# Written by `dslc build` from batch_of_one.py: edit that file and build again.
"""A size of 1 in a call is a size like any other."""

import dslc
from dslc import Tensor, dims, f32, graph

b = dims("b")


@dslc.builder("batch_of_one.py")
def flattened(g, x: Tensor[f32, b, 4]) -> Tensor[f32, b, 4]:
    g.lines(10)

    g.at("return x.reshape(x.shape[0], -1) + x.shape[0]")
    result_reshape = g.reshape(x, (x.shape[0], -1))               # f32[b, 4]
    result = g.add(result_reshape, x.shape[0])                    # f32[b, 4]
    return result
