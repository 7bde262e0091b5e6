# Written by `dslc build` from batch_norm_state.py: edit that file and build again.
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


def Dense_call(g, self, x):
    g.lines(56)

    g.at("return x @ self.weight + self.bias")
    result_matmul = g.matmul(x, self.weight)                      # f32[batch, *]
    result = g.add(result_matmul, self.bias)                      # f32[batch, *]
    return result


def BatchNorm_call(g, self, x, training):
    g.lines(36, 37, 38, 39, 40, 41, 43, 45)

    if training:
        g.at("mean = np.mean(x, axis=0)")
        mean = g.mean(x, axis=0)                                  # f32[*]

        g.at("centered = x - mean")
        centered = g.subtract(x, mean)                            # f32[batch, *]

        g.at("variance = np.mean(centered * centered, axis=0)")
        variance_multiply = g.multiply(centered, centered)        # f32[batch, *]
        variance = g.mean(variance_multiply, axis=0)              # f32[*]

        g.at("self.mean += self.momentum * (mean - self.mean)")
        mean_subtract = g.subtract(mean, self.mean)               # f32[*]
        mean_multiply = g.multiply(self.momentum, mean_subtract)  # f32[*]
        mean_add = g.add(self.mean, mean_multiply)                # f32[*]
        g.write(self.mean, g.s_[...], mean_add, inplace=True)     # f32[*]

        g.at("self.variance += self.momentum * (variance - self.variance)")
        variance_subtract = g.subtract(variance, self.variance)   # f32[*]
        variance_multiply = g.multiply(self.momentum, variance_subtract)  # f32[*]
        variance_add = g.add(self.variance, variance_multiply)    # f32[*]
        g.write(self.variance, g.s_[...], variance_add, inplace=True)  # f32[*]

        g.at("self.steps += 1")
        steps_add = g.add(self.steps, 1)                          # i64
        g.write(self.steps, g.s_[...], steps_add, inplace=True)   # i64[]
    else:
        g.at("centered = x - self.mean")
        centered = g.subtract(x, self.mean)                       # f32[batch, *]

        variance = self.variance

    g.at("return centered / np.sqrt(variance + 1e-5) * self.scale + self.shift")
    result_add = g.add(variance, 1e-5)                            # f32[*]
    result_sqrt = g.sqrt(result_add)                              # f32[*]
    result_divide = g.divide(centered, result_sqrt)               # f32[batch, *]
    result_multiply = g.multiply(result_divide, self.scale)       # f32[batch, *]
    result = g.add(result_multiply, self.shift)                   # f32[batch, *]
    return result


def Block_call(g, self, x, training):
    g.lines(67)

    g.at("return np.maximum(self.norm(self.dense(x), training), 0.0)")
    result_dense = Dense_call(g, self.dense, x)                   # f32[batch, *]
    result_norm = BatchNorm_call(g, self.norm, result_dense, training)  # f32[batch, *]
    result = g.maximum(result_norm, 0.0)                          # f32[batch, *]
    return result


@dslc.builder("batch_norm_state.py", captures=("Block.__call__", "Dense.__call__", "BatchNorm.__call__", "BatchNorm.momentum"))
def forward(g, model: Model, x: Tensor[f32, batch, width], training: Static[bool]) -> Any:
    """Logits of each row of `x`; in training the statistics move towards those of this batch."""
    # capture BatchNorm.momentum = 0.1
    # updates model.blocks[...].norm.mean
    # updates model.blocks[...].norm.variance
    # updates model.blocks[...].norm.steps
    # require model_blocks_0_dense_width == width: return x @ self.weight + self.bias
    # require features == height: self.mean += self.momentum * (mean - self.mean)
    # require height == model_blocks_1_dense_width: return x @ self.weight + self.bias
    # require model_blocks_1_dense_height == model_blocks_1_norm_features: self.mean += self.mome...
    # require model_blocks_1_dense_height == model_head_width: return x @ self.weight + self.bias
    g.lines(82, 83)

    for block in model.blocks:
        g.at("x = block(x, training)")
        x = Block_call(g, block, x, training)                     # f32[batch, *]

    g.at("return model.head(x)")
    result = Dense_call(g, model.head, x)                         # f32[batch, model_head_height]
    return result
