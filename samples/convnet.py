"""A small residual network for images: convolutions, batch norms, pooling and a classifier.

Look at: `training` is known while building, so each of its values has its own graph, with no branch
left; the blocks are methods, emitted once each.

    dslc run samples/convnet.py:classify --compare --arg training=True
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, f32, graph, nn

batch, channels, outputs, height, width, classes = dslc.dims(
    "batch channels outputs height width classes"
)


@dataclass
class ConvNorm:
    """A convolution, 3 by 3, and the batch norm behind it."""

    kernel: Tensor[f32, outputs, channels, 3, 3]
    mean: Tensor[f32, outputs]
    variance: Tensor[f32, outputs]
    weight: Tensor[f32, outputs]
    bias: Tensor[f32, outputs]

    def __call__(self, x, training, stride=1):
        y = nn.conv2d(x, self.kernel, stride=stride, padding=1)
        if training:
            y, _, _ = nn.batch_norm_training(y, self.weight, self.bias)
            return y
        return nn.batch_norm(y, self.mean, self.variance, self.weight, self.bias)


@dataclass
class Residual:
    """Two convolutions, added to what they read."""

    first: ConvNorm
    second: ConvNorm

    def __call__(self, x, training):
        return nn.relu(self.second(nn.relu(self.first(x, training)), training) + x)


@dataclass
class Reduction:
    """A residual block that halves height and width; a 1 by 1 convolution fits its input."""

    first: ConvNorm
    second: ConvNorm
    shortcut: Tensor[f32, outputs, channels, 1, 1]

    def __call__(self, x, training):
        y = self.second(nn.relu(self.first(x, training, stride=2)), training)
        return nn.relu(y + nn.conv2d(x, self.shortcut, stride=2))


@dataclass
class ConvNet:
    """The stem, two stages with a reduction between them, and the classifier."""

    stem: ConvNorm
    fine: list[Residual]
    reduction: Reduction
    coarse: list[Residual]
    weight: Tensor[f32, channels, classes]
    bias: Tensor[f32, classes]


@graph(check=[{"training": False}, {"training": True}])
def classify(
    images: Tensor[f32, batch, channels, height, width],
    net: ConvNet,
    training: Static[bool] = False,
) -> Tensor[f32, batch, classes]:
    """Probabilities of the classes of each image."""
    x = nn.relu(net.stem(images, training))
    x = nn.max_pool2d(x, kernel_size=2)
    for block in net.fine:
        x = block(x, training)
    x = net.reduction(x, training)
    for block in net.coarse:
        x = block(x, training)
    features = np.mean(x, axis=(2, 3))
    return nn.softmax(features @ net.weight + net.bias)
