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


@graph
def dense(x: Tensor[f32, batch, width], layer: Dense) -> Tensor[f32, batch, height]:
    """An affine map of each row."""
    return x @ layer.weight + layer.bias


@graph
def classify(x: Tensor[f32, batch, width], mlp: Mlp) -> Tensor[f32, batch, classes]:
    """Logits of each row of `x`."""
    h = x
    for layer in mlp.hidden:
        h = relu(dense(h, layer))
    return dense(h, mlp.head)
