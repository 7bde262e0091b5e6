# Written by `dslc build` from convnet.py: edit that file and build again.
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


def ConvNorm_call(g, self, x, training, stride):
    g.lines(32, 34, 36)

    g.at("y = nn.conv2d(x, self.kernel, stride=stride, padding=1)")
    y = g.conv2d(x, self.kernel, stride=stride, padding=1)        # *

    if training:
        g.at("y, _, _ = nn.batch_norm_training(y, self.weight, self.bias)")
        y_batch_norm_training = g.batch_norm_training(y, self.weight, self.bias)  # *
        y, _, _ = y_batch_norm_training

        return y

    g.at("return nn.batch_norm(y, self.mean, self.variance, self.weight, self.bias)")
    result = g.batch_norm(y, self.mean, self.variance, self.weight, self.bias)  # *
    return result


def Residual_call(g, self, x, training):
    g.lines(47)

    g.at("return nn.relu(self.second(nn.relu(self.first(x, training)), training) + x)")
    result_first = ConvNorm_call(g, self.first, x, training, 1)   # *
    result_relu = g.relu(result_first)                            # *
    result_second = ConvNorm_call(g, self.second, result_relu, training, 1)  # *
    result_add = g.add(result_second, x)                          # *
    result = g.relu(result_add)                                   # *
    return result


def Reduction_call(g, self, x, training):
    g.lines(59, 60)

    g.at("y = self.second(nn.relu(self.first(x, training, stride=2)), training)")
    y_first = ConvNorm_call(g, self.first, x, training, 2)        # f32[batch, net_reduction_first_outputs, (height + 2)//4, (width + 2)//4]
    y_relu = g.relu(y_first)                                      # f32[batch, net_reduction_first_outputs, (height + 2)//4, (width + 2)//4]
    y = ConvNorm_call(g, self.second, y_relu, training, 1)        # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]

    g.at("return nn.relu(y + nn.conv2d(x, self.shortcut, stride=2))")
    result_conv2d = g.conv2d(x, self.shortcut, stride=2)          # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]
    result_add = g.add(y, result_conv2d)                          # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]
    result = g.relu(result_add)                                   # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]
    return result


@dslc.builder("convnet.py", captures=("ConvNorm.__call__", "Residual.__call__", "Reduction.__call__"))
def classify(
    g,
    images: Tensor[f32, batch, channels, height, width],
    net: ConvNet,
    training: Static[bool] = False,
) -> Tensor[f32, batch, classes]:
    """Probabilities of the classes of each image."""
    # require channels == net_stem_channels: y = nn.conv2d(x, self.kernel, stride=stride, padding=1)
    # require net_fine_0_first_channels == outputs: y = nn.conv2d(x, self.kernel, stride=stride, ...
    # require net_fine_0_first_outputs == net_fine_0_second_channels: y = nn.conv2d(x, self.kerne...
    # require net_fine_0_second_outputs == outputs: return nn.relu(self.second(nn.relu(self.first...
    # require net_fine_1_first_channels == outputs: y = nn.conv2d(x, self.kernel, stride=stride, ...
    # require net_fine_1_first_outputs == net_fine_1_second_channels: y = nn.conv2d(x, self.kerne...
    # require net_fine_1_second_outputs == outputs: return nn.relu(self.second(nn.relu(self.first...
    # require net_reduction_first_channels == outputs: y = nn.conv2d(x, self.kernel, stride=strid...
    # require net_reduction_first_outputs == net_reduction_second_channels: y = nn.conv2d(x, self...
    # require net_reduction_channels == outputs: return nn.relu(y + nn.conv2d(x, self.shortcut, s...
    # require net_reduction_outputs == net_reduction_second_outputs: return nn.relu(y + nn.conv2d...
    # require net_coarse_0_first_channels == net_reduction_outputs: y = nn.conv2d(x, self.kernel,...
    # require net_coarse_0_first_outputs == net_coarse_0_second_channels: y = nn.conv2d(x, self.k...
    # require net_coarse_0_second_outputs == net_reduction_outputs: return nn.relu(self.second(nn...
    # require net_coarse_1_first_channels == net_reduction_outputs: y = nn.conv2d(x, self.kernel,...
    # require net_coarse_1_first_outputs == net_coarse_1_second_channels: y = nn.conv2d(x, self.k...
    # require net_coarse_1_second_outputs == net_reduction_outputs: return nn.relu(self.second(nn...
    # require net_channels == net_reduction_outputs: return nn.softmax(features @ net.weight + ne...
    g.lines(82, 83, 85, 86, 88, 89, 90)

    g.at("x = nn.relu(net.stem(images, training))")
    x_stem = ConvNorm_call(g, net.stem, images, training, 1)      # f32[batch, outputs, height, width]
    x = g.relu(x_stem)                                            # f32[batch, outputs, height, width]

    g.at("x = nn.max_pool2d(x, kernel_size=2)")
    x = g.max_pool2d(x, 2)                                        # f32[batch, outputs, height//2, width//2]

    for block in net.fine:
        g.at("x = block(x, training)")
        x = Residual_call(g, block, x, training)                  # f32[batch, outputs, height//2, width//2]

    g.at("x = net.reduction(x, training)")
    x = Reduction_call(g, net.reduction, x, training)             # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]

    for block in net.coarse:
        g.at("x = block(x, training)")
        x = Residual_call(g, block, x, training)                  # f32[batch, net_channels, (height + 2)//4, (width + 2)//4]

    g.at("features = np.mean(x, axis=(2, 3))")
    features = g.mean(x, axis=(2, 3))                             # f32[batch, net_channels]

    g.at("return nn.softmax(features @ net.weight + net.bias)")
    result_matmul = g.matmul(features, net.weight)                # f32[batch, classes]
    result_add = g.add(result_matmul, net.bias)                   # f32[batch, classes]
    result = g.softmax(result_add)                                # f32[batch, classes]
    return result
