# Written by `dslc build` from mlp.py: edit that file and build again.
"""A multilayer perceptron with its parameters in a dataclass.

Look at: `dense` is one function called three times, not three copies; the loop over the hidden
layers is plain Python because its variable picks a layer, so the line has one type for each.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Array, Tensor, f32, graph

batch, width, height, classes = dslc.dims("batch width height classes")


@dataclass
class Dense:
    """Weights and bias of a layer from `width` to `height` features."""

    weight: Tensor[f32, width, height]
    bias: Tensor[f32, height]


@dataclass
class Mlp:
    """Two hidden layers and the head."""

    hidden: tuple[Dense, Dense]
    head: Dense


def relu(x: Array) -> Array:
    """The positive part."""
    return np.maximum(x, 0.0)


@dslc.builder("mlp.py")
def dense(g, x: Tensor[f32, batch, width], layer: Dense) -> Tensor[f32, batch, height]:
    """An affine map of each row."""
    # require layer_width == width: return x @ layer.weight + layer.bias
    g.lines(41)

    g.at("return x @ layer.weight + layer.bias")
    result_matmul = g.matmul(x, layer.weight)                     # f32[batch, height]
    result = g.add(result_matmul, layer.bias)                     # f32[batch, height]
    return result


def relu_inlined(g, x):
    g.lines(35)

    g.at("return np.maximum(x, 0.0)")
    result = g.maximum(x, 0.0)                                    # f32[batch, *]
    return result


@dslc.builder("mlp.py", captures=("relu", "dense"))
def classify(g, x: Tensor[f32, batch, width], mlp: Mlp) -> Tensor[f32, batch, classes]:
    """Logits of each row of `x`."""
    # require mlp_hidden_0_width == width: h = relu(dense(h, layer))
    # require height == mlp_hidden_1_width: h = relu(dense(h, layer))
    # require mlp_head_width == mlp_hidden_1_height: return dense(h, mlp.head)
    g.lines(49, 50)

    h = x

    for layer in mlp.hidden:
        g.at("h = relu(dense(h, layer))")
        h_dense = g.call(dense, h, layer)                         # f32[batch, *]
        h = relu_inlined(g, h_dense)                              # f32[batch, *]

    g.at("return dense(h, mlp.head)")
    result = g.call(dense, h, mlp.head)                           # f32[batch, mlp_head_height]
    return result
