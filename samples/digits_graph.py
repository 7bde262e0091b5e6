# Written by `dslc build` from digits.py: edit that file and build again.
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


@dslc.builder("digits.py")
def logits(g, images: Tensor[f32, batch, width], network: Network) -> Tensor[f32, batch, classes]:
    """How much each image looks like each digit."""
    # require network_hidden_width == width: h = nn.relu(images @ network.hidden.weight + network...
    # require height == network_head_width: return h @ network.head.weight + network.head.bias
    g.lines(47, 48)

    g.at("h = nn.relu(images @ network.hidden.weight + network.hidden.bias)")
    h_matmul = g.matmul(images, network.hidden.weight)            # f32[batch, height]
    h_add = g.add(h_matmul, network.hidden.bias)                  # f32[batch, height]
    h = g.relu(h_add)                                             # f32[batch, height]

    g.at("return h @ network.head.weight + network.head.bias")
    result_matmul = g.matmul(h, network.head.weight)              # f32[batch, network_head_height]
    result = g.add(result_matmul, network.head.bias)              # f32[batch, network_head_height]
    return result


@dslc.builder("digits.py", captures=("logits",))
def loss(
    g,
    network: Network, images: Tensor[f32, batch, width], labels: Tensor[i64, batch]
) -> Scalar[f32]:
    """The mean cross entropy of a batch."""
    # require network_hidden_width == width: return nn.cross_entropy(logits(images, network), lab...
    # require height == network_head_width: return nn.cross_entropy(logits(images, network), labe...
    g.lines(56)

    g.at("return nn.cross_entropy(logits(images, network), labels, label_smoothing=0.1)")
    result_logits = g.call(logits, images, network)               # f32[batch, network_head_height]
    result = g.cross_entropy(result_logits, labels, label_smoothing=0.1)  # f32
    return result


@dslc.builder("digits.py", captures=("logits",))
def accuracy(
    g,
    images: Tensor[f32, batch, width], labels: Tensor[i64, batch], network: Network
) -> Scalar[f64]:
    """The part of these images that is told right."""
    # require network_hidden_width == width: return np.mean(np.argmax(logits(images, network), ax...
    # require height == network_head_width: return np.mean(np.argmax(logits(images, network), axi...
    g.lines(64)

    g.at("return np.mean(np.argmax(logits(images, network), axis=1) == labels)")
    result_logits = g.call(logits, images, network)               # f32[batch, network_head_height]
    result_argmax = g.argmax(result_logits, axis=1)               # i64[batch]
    result_equal = g.equal(result_argmax, labels)                 # bool_[batch]
    result = g.mean(result_equal)                                 # f64
    return result


def drawn_inlined(g, key, inputs, outputs):
    g.lines(40, 41)

    g.at("weight = nn.he_normal(key, (inputs, outputs), transposed=True)")
    weight = g.he_normal(key, (inputs, outputs), transposed=True)  # f32[*, *]

    g.at("return Dense(weight, np.zeros(outputs, np.float32))")
    result_zeros = g.zeros(outputs, np.float32)                   # f32[*]
    return Dense(weight, result_zeros)


@dslc.builder("digits.py", captures=("drawn", "adam.init", "loss", "adam.update"))
def train(
    g,
    images: Tensor[f32, count, width],
    labels: Tensor[i64, count],
    seed: int,
    epochs: int = 180,
    units: int = 512,
    size: int = 128,
) -> tuple[Network, Tensor[f32, epochs]]:
    """A network that saw all images in each epoch, with noise; and its loss in each."""
    # require units >= 0: state = adam.init(network)
    g.lines(77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92)

    g.at("first, second, shuffle, shake = random.split(random.key(seed), 4)")
    first_second_shuffle_shake_random_key = g.random_key(seed)    # u32[2]
    first_second_shuffle_shake_random_split = g.random_split(     # u32[4, 2]
        first_second_shuffle_shake_random_key,
        num=4,
    )
    first = g.index(first_second_shuffle_shake_random_split, g.s_[0])  # u32[2]
    second = g.index(first_second_shuffle_shake_random_split, g.s_[1])  # u32[2]
    shuffle = g.index(first_second_shuffle_shake_random_split, g.s_[2])  # u32[2]
    shake = g.index(first_second_shuffle_shake_random_split, g.s_[3])  # u32[2]

    g.at("network = Network(drawn(first, images.shape[1], units), drawn(second, units, 10))")
    network_drawn = drawn_inlined(g, first, images.shape[1], units)  # Dense(f32[width, units], f32[units])
    network_drawn_2 = drawn_inlined(g, second, units, 10)         # Dense(f32[units, 10], f32[10])
    network = Network(network_drawn, network_drawn_2)

    g.at("state = adam.init(network)")
    state = g.call(adam.init, network)                            # AdamwState

    g.at("losses = np.zeros(epochs, np.float32)")
    losses = g.zeros(epochs, np.float32)                          # f32[epochs]

    g.at("for epoch in range(epochs):")

    def loop1_body(epoch, network, state, losses):                # int, Network, AdamwState, f32[epochs]
        g.at("order = random.permutation(random.fold_in(shuffle, epoch), len(images))")
        order_random_fold_in = g.random_fold_in(shuffle, epoch)   # u32[2]
        order = g.random_permutation(order_random_fold_in, images.shape[0])  # i64[count]

        g.at("steps = len(images) // size")
        steps = g.floor_divide(images.shape[0], size)             # int

        g.at("for step in range(steps):")

        def loop2_body(step, network, state, losses):             # int, Network, AdamwState, f32[epochs]
            g.at("rows = order[step * size : step * size + size]")
            rows = g.index(order, g.s_[step * size:step * size + size])  # i64[rows_n]

            g.at("noise = random.normal(random.fold_in(shake, state.step), (size, images.shape[...")
            noise_random_fold_in = g.random_fold_in(shake, state.step)  # u32[2]
            noise = g.random_normal(noise_random_fold_in, (size, images.shape[1]))  # f32[size, width]

            g.at("shown = images[rows] + 0.1 * noise")
            shown_index = g.index(images, g.s_[rows])             # f32[rows_n, width]
            shown_multiply = g.multiply(0.1, noise)               # f32[size, width]
            # require rows_n == size: shown = images[rows] + 0.1 * noise
            shown = g.add(shown_index, shown_multiply)            # f32[size, width]

            g.at("value, gradient = dslc.value_and_grad(loss)(network, shown, labels[rows])")
            value_gradient_index = g.index(labels, g.s_[rows])    # i64[size]
            value, gradient = g.call(                             # f32, Network
                dslc.value_and_grad(loss),
                network,
                shown,
                value_gradient_index,
            )

            g.at("network, state = adam.update(network, gradient, state)")
            network, state = g.call(adam.update, network, gradient, state)  # Network, AdamwState

            g.at("losses[epoch] += value / steps")
            losses_index = g.index(losses, g.s_[epoch])           # f32
            losses_divide = g.divide(value, steps)                # f32
            losses_add = g.add(losses_index, losses_divide)       # f32
            losses = g.store(losses, g.s_[epoch], losses_add)     # f32[epochs]
            return network, state, losses

        network, state, losses = g.for_(g.range(steps), loop2_body, (network, state, losses))  # Network, AdamwState, f32[epochs]

        g.at('print(f"\\repoch {epoch + 1} of {epochs}: loss {losses[epoch]:.3f}", end="", flush...')
        value_index = g.index(losses, g.s_[epoch])                # f32
        value_text = g.format("\repoch {} of {}: loss {:.3f}", epoch + 1, epochs, value_index)
        g.print(value_text, end="", flush=True)
        return network, state, losses

    network, state, losses = g.for_(g.range(epochs), loop1_body, (network, state, losses))  # Network, AdamwState, f32[epochs]

    g.at("print()")
    g.print()

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
