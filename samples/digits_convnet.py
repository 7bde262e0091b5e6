r"""Handwritten digits, learned by convolutions.

Look at: pooling and convolutions are differentiated where they stand; images are moved at random in
each step, by a slice that the run decides; the line of progress is a `print` in the graph.

    dslc run samples/digits_convnet.py:logits --compare \
        --dim channels=1 --dim outputs=1 --dim features=4
    pip install scikit-learn && python samples/digits_convnet_graph.py
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, f64, graph, i64, nn, optim, random

count, batch, channels, outputs, features, classes, epochs = dslc.dims(
    "count batch channels outputs features classes epochs"
)


@dataclass
class Filters:
    """A convolution, 3 by 3."""

    kernel: Tensor[f32, outputs, channels, 3, 3]
    bias: Tensor[f32, outputs]

    def __call__(self, x):
        return nn.relu(nn.conv2d(x, self.kernel, self.bias, padding=1))


@dataclass
class Network:
    """Two convolutions, each with a pooling behind it, and the head."""

    fine: Filters
    coarse: Filters
    weight: Tensor[f32, features, classes]
    bias: Tensor[f32, classes]


adam = optim.adamw(Network, optim.cosine(4e-3, steps=1760, warmup=50), weight_decay=0.05)


def drawn(key, inputs, filters):
    """Filters to begin with."""
    kernel = nn.he_normal(key, (filters, inputs, 3, 3))
    return Filters(kernel, np.zeros(filters, np.float32))


@graph
def logits(images: Tensor[f32, batch, 8, 8], network: Network) -> Tensor[f32, batch, classes]:
    """How much each image looks like each digit."""
    x = network.fine(images[:, None])
    x = network.coarse(nn.max_pool2d(x, kernel_size=2))
    x = nn.max_pool2d(x, kernel_size=2)
    return np.reshape(x, (len(x), x.shape[1] * 4)) @ network.weight + network.bias


@graph
def loss(
    network: Network, images: Tensor[f32, batch, 8, 8], labels: Tensor[i64, batch]
) -> Scalar[f32]:
    """The mean cross entropy of a batch."""
    return nn.cross_entropy(logits(images, network), labels, label_smoothing=0.1)


@graph
def accuracy(
    images: Tensor[f32, batch, 8, 8], labels: Tensor[i64, batch], network: Network
) -> Scalar[f64]:
    """The part of these images that is told right."""
    return np.mean(np.argmax(logits(images, network), axis=1) == labels)


@graph
def train(
    images: Tensor[f32, count, 8, 8],
    labels: Tensor[i64, count],
    seed: int,
    epochs: int = 80,
    size: int = 64,
) -> tuple[Network, Tensor[f32, epochs]]:
    """A network that saw all images in each epoch, moved a little; and its loss in each."""
    first, second, third, shuffle, move = random.split(random.key(seed), 5)
    head = nn.he_normal(third, (128, 10), transposed=True)
    network = Network(drawn(first, 1, 16), drawn(second, 16, 32), head, np.zeros(10, np.float32))
    state = adam.init(network)
    wide = np.pad(images, ((0, 0), (1, 1), (1, 1)))
    losses = np.zeros(epochs, np.float32)
    for epoch in range(epochs):
        order = random.permutation(random.fold_in(shuffle, epoch), len(images))
        steps = len(images) // size
        for step in range(steps):
            rows = order[step * size : step * size + size]
            down, right = random.integers(random.fold_in(move, state.step), 0, 3, (2,))
            shown = wide[rows, down : down + 8, right : right + 8]
            value, gradient = dslc.value_and_grad(loss)(network, shown, labels[rows])
            network, state = adam.update(network, gradient, state)
            losses[epoch] += value / steps
        print(f"\repoch {epoch + 1} of {epochs}: loss {losses[epoch]:.3f}", end="", flush=True)
    print()
    return network, losses


def main():
    """Train on all but the last 360 images, and count on those."""
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32).reshape(-1, 8, 8)
    for seed in range(3):
        network, losses = train(images[:-360], labels[:-360], seed)
        optim.show_curve(losses, f"loss of seed {seed}", png=f"digits_convnet_{seed}.png")
        right = accuracy(images[-360:], labels[-360:], network)
        print(f"seed {seed}: {right:.1%} of the images that it never saw are told right")


if __name__ == "__main__":
    main()
