"""Handwritten digits, learned by a network with one hidden layer.

Look at: the whole training, every epoch of it, is one graph and one call. The gradient is a call of
a graph that was derived from `loss`; a step of the optimizer is one too.

    pip install scikit-learn && python samples/digits_graph.py
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, f64, graph, i64, nn, optim, random

count, batch, width, height, classes, epochs = dslc.dims("count batch width height classes epochs")


@dataclass
class Dense:
    """Weights and bias of a layer from `width` to `height` features."""

    weight: Tensor[f32, width, height]
    bias: Tensor[f32, height]


@dataclass
class Network:
    """The hidden layer and the one behind it."""

    hidden: Dense
    head: Dense


adam = optim.adamw(Network, optim.cosine(4e-3, steps=4000, warmup=50), weight_decay=0.05)


def drawn(key, inputs, outputs):
    """A layer to begin with."""
    weight = nn.he_normal(key, (inputs, outputs), transposed=True)
    return Dense(weight, np.zeros(outputs, np.float32))


@graph
def logits(images: Tensor[f32, batch, width], network: Network) -> Tensor[f32, batch, classes]:
    """How much each image looks like each digit."""
    h = nn.relu(images @ network.hidden.weight + network.hidden.bias)
    return h @ network.head.weight + network.head.bias


@graph
def loss(
    network: Network, images: Tensor[f32, batch, width], labels: Tensor[i64, batch]
) -> Scalar[f32]:
    """The mean cross entropy of a batch."""
    return nn.cross_entropy(logits(images, network), labels, label_smoothing=0.1)


@graph
def accuracy(
    images: Tensor[f32, batch, width], labels: Tensor[i64, batch], network: Network
) -> Scalar[f64]:
    """The part of these images that is told right."""
    return np.mean(np.argmax(logits(images, network), axis=1) == labels)


@graph
def train(
    images: Tensor[f32, count, width],
    labels: Tensor[i64, count],
    seed: int,
    epochs: int = 180,
    units: int = 512,
    size: int = 128,
) -> tuple[Network, Tensor[f32, epochs]]:
    """A network that saw all images in each epoch, with noise; and its loss in each."""
    first, second, shuffle, shake = random.split(random.key(seed), 4)
    network = Network(drawn(first, images.shape[1], units), drawn(second, units, 10))
    state = adam.init(network)
    losses = np.zeros(epochs, np.float32)
    for epoch in range(epochs):
        order = random.permutation(random.fold_in(shuffle, epoch), len(images))
        steps = len(images) // size
        for step in range(steps):
            rows = order[step * size : step * size + size]
            noise = random.normal(random.fold_in(shake, state.step), (size, images.shape[1]))
            shown = images[rows] + 0.1 * noise
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
    images = (images / 16.0).astype(np.float32)
    for seed in range(3):
        network, losses = train(images[:-360], labels[:-360], seed)
        optim.show_curve(losses, f"loss of seed {seed}", png=f"digits_{seed}.png")
        right = accuracy(images[-360:], labels[-360:], network)
        print(f"seed {seed}: {right:.1%} of the images that it never saw are told right")


if __name__ == "__main__":
    main()
