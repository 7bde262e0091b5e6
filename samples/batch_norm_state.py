"""A small network whose batch normalization keeps running statistics in the caller's arrays.

Look at: `# updates model...` tells what a call changes; the line that says so is a `g.write` in
`BatchNorm_call`, one function however many layers there are. `training` is `Static`, so each of its
two values has a graph of its own and the `if` stays Python: where nothing is trained nothing is
written.

    dslc run samples/batch_norm_state.py:forward --arg training=True --compare
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

import dslc
from dslc import Array, InOut, Static, Tensor, f32, graph, i64

batch, width, height, features = dslc.dims("batch width height features")


@dataclass
class BatchNorm:
    """Normalizes each feature over the batch; the statistics are `InOut`."""

    scale: Tensor[f32, features]
    shift: Tensor[f32, features]
    mean: InOut[f32, features]
    variance: InOut[f32, features]
    steps: InOut[i64, ()]

    momentum = 0.1

    def __call__(self, x: Array, training: bool) -> Array:
        if training:
            mean = np.mean(x, axis=0)
            centered = x - mean
            variance = np.mean(centered * centered, axis=0)
            self.mean += self.momentum * (mean - self.mean)
            self.variance += self.momentum * (variance - self.variance)
            self.steps += 1
        else:
            centered = x - self.mean
            variance = self.variance
        return centered / np.sqrt(variance + 1e-5) * self.scale + self.shift


@dataclass
class Dense:
    """An affine map."""

    weight: Tensor[f32, width, height]
    bias: Tensor[f32, height]

    def __call__(self, x: Array) -> Array:
        return x @ self.weight + self.bias


@dataclass
class Block:
    """An affine map, normalized, then the positive part."""

    dense: Dense
    norm: BatchNorm

    def __call__(self, x: Array, training: bool) -> Array:
        return np.maximum(self.norm(self.dense(x), training), 0.0)


@dataclass
class Model:
    """As many blocks as there are, and the head."""

    blocks: list[Block]
    head: Dense


@graph(check=[{"training": True}, {"training": False}])
def forward(model: Model, x: Tensor[f32, batch, width], training: Static[bool]) -> Any:
    """Logits of each row of `x`; in training the statistics move towards those of this batch."""
    for block in model.blocks:
        x = block(x, training)
    return model.head(x)
