# Written by `dslc build` from digits_convnet.py: edit that file and build again.
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


def Filters_call(g, self, x):
    g.lines(31)

    g.at("return nn.relu(nn.conv2d(x, self.kernel, self.bias, padding=1))")
    result_conv2d = g.conv2d(x, self.kernel, self.bias, padding=1)  # f32[batch, *, *, *]
    result = g.relu(result_conv2d)                                # f32[batch, *, *, *]
    return result


@dslc.builder("digits_convnet.py", captures=("Filters.__call__",))
def logits(g, images: Tensor[f32, batch, 8, 8], network: Network) -> Tensor[f32, batch, classes]:
    """How much each image looks like each digit."""
    # require channels == 1: return nn.relu(nn.conv2d(x, self.kernel, self.bias, padding=1))
    # require network_coarse_channels == outputs: return nn.relu(nn.conv2d(x, self.kernel, self.b...
    # require features == 4*network_coarse_outputs: return np.reshape(x, (len(x), x.shape[1] * 4)...
    g.lines(56, 57, 58, 59)

    g.at("x = network.fine(images[:, None])")
    x_index = g.index(images, g.s_[:, None])                      # f32[batch, 1, 8, 8]
    x = Filters_call(g, network.fine, x_index)                    # f32[batch, outputs, 8, 8]

    g.at("x = network.coarse(nn.max_pool2d(x, kernel_size=2))")
    x_max_pool2d = g.max_pool2d(x, 2)                             # f32[batch, outputs, 4, 4]
    x = Filters_call(g, network.coarse, x_max_pool2d)             # f32[batch, network_coarse_outputs, 4, 4]

    g.at("x = nn.max_pool2d(x, kernel_size=2)")
    x = g.max_pool2d(x, 2)                                        # f32[batch, network_coarse_outputs, 2, 2]

    g.at("return np.reshape(x, (len(x), x.shape[1] * 4)) @ network.weight + network.bias")
    result_reshape = g.reshape(x, (x.shape[0], x.shape[1] * 4))   # f32[batch, 4*network_coarse_outputs]
    result_matmul = g.matmul(result_reshape, network.weight)      # f32[batch, classes]
    result = g.add(result_matmul, network.bias)                   # f32[batch, classes]
    return result


@dslc.builder("digits_convnet.py", captures=("logits",))
def loss(
    g,
    network: Network, images: Tensor[f32, batch, 8, 8], labels: Tensor[i64, batch]
) -> Scalar[f32]:
    """The mean cross entropy of a batch."""
    # require channels == 1: return nn.cross_entropy(logits(images, network), labels, label_smoot...
    # require network_coarse_channels == outputs: return nn.cross_entropy(logits(images, network)...
    # require features == 4*network_coarse_outputs: return nn.cross_entropy(logits(images, networ...
    g.lines(67)

    g.at("return nn.cross_entropy(logits(images, network), labels, label_smoothing=0.1)")
    result_logits = g.call(logits, images, network)               # f32[batch, classes]
    result = g.cross_entropy(result_logits, labels, label_smoothing=0.1)  # f32
    return result


@dslc.builder("digits_convnet.py", captures=("logits",))
def accuracy(
    g,
    images: Tensor[f32, batch, 8, 8], labels: Tensor[i64, batch], network: Network
) -> Scalar[f64]:
    """The part of these images that is told right."""
    # require channels == 1: return np.mean(np.argmax(logits(images, network), axis=1) == labels)
    # require network_coarse_channels == outputs: return np.mean(np.argmax(logits(images, network...
    # require features == 4*network_coarse_outputs: return np.mean(np.argmax(logits(images, netwo...
    g.lines(75)

    g.at("return np.mean(np.argmax(logits(images, network), axis=1) == labels)")
    result_logits = g.call(logits, images, network)               # f32[batch, classes]
    result_argmax = g.argmax(result_logits, axis=1)               # i64[batch]
    result_equal = g.equal(result_argmax, labels)                 # bool_[batch]
    result = g.mean(result_equal)                                 # f64
    return result


def drawn_inlined(g, key, inputs, filters):
    g.lines(49, 50)

    g.at("kernel = nn.he_normal(key, (filters, inputs, 3, 3))")
    kernel = g.he_normal(key, (filters, inputs, 3, 3))            # f32[*, *, 3, 3]

    g.at("return Filters(kernel, np.zeros(filters, np.float32))")
    result_zeros = g.zeros(filters, np.float32)                   # f32[*]
    return Filters(kernel, result_zeros)


@dslc.builder("digits_convnet.py", captures=("drawn", "adam.init", "loss", "adam.update"))
def train(
    g,
    images: Tensor[f32, count, 8, 8],
    labels: Tensor[i64, count],
    seed: int,
    epochs: int = 80,
    size: int = 64,
) -> tuple[Network, Tensor[f32, epochs]]:
    """A network that saw all images in each epoch, moved a little; and its loss in each."""
    g.lines(87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104)

    g.at("first, second, third, shuffle, move = random.split(random.key(seed), 5)")
    first_second_third_shuffle_move_random_key = g.random_key(seed)  # u32[2]
    first_second_third_shuffle_move_random_split = g.random_split(  # u32[5, 2]
        first_second_third_shuffle_move_random_key,
        num=5,
    )
    first = g.index(first_second_third_shuffle_move_random_split, g.s_[0])  # u32[2]
    second = g.index(first_second_third_shuffle_move_random_split, g.s_[1])  # u32[2]
    third = g.index(first_second_third_shuffle_move_random_split, g.s_[2])  # u32[2]
    shuffle = g.index(first_second_third_shuffle_move_random_split, g.s_[3])  # u32[2]
    move = g.index(first_second_third_shuffle_move_random_split, g.s_[4])  # u32[2]

    g.at("head = nn.he_normal(third, (128, 10), transposed=True)")
    head = g.he_normal(third, (128, 10), transposed=True)         # f32[128, 10]

    g.at("network = Network(drawn(first, 1, 16), drawn(second, 16, 32), head, np.zeros(10, np.f...")
    network_drawn = drawn_inlined(g, first, 1, 16)                # Filters(f32[16, 1, 3, 3], f32[16])
    network_drawn_2 = drawn_inlined(g, second, 16, 32)            # Filters(f32[32, 16, 3, 3], f32[32])
    network_zeros = g.zeros(10, np.float32)                       # f32[10]
    network = Network(network_drawn, network_drawn_2, head, network_zeros)

    g.at("state = adam.init(network)")
    state = g.call(adam.init, network)                            # AdamwState

    g.at("wide = np.pad(images, ((0, 0), (1, 1), (1, 1)))")
    wide = g.pad(images, ((0, 0), (1, 1), (1, 1)))                # f32[count, 10, 10]

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

            g.at("down, right = random.integers(random.fold_in(move, state.step), 0, 3, (2,))")
            down_right_random_fold_in = g.random_fold_in(move, state.step)  # u32[2]
            down_right_random_integers = g.random_integers(down_right_random_fold_in, 0, 3, (2,))  # i64[2]
            down = g.index(down_right_random_integers, g.s_[0])   # i64
            right = g.index(down_right_random_integers, g.s_[1])  # i64

            g.at("shown = wide[rows, down : down + 8, right : right + 8]")
            shown_add = g.add(down, 8)                            # i64
            shown_add_2 = g.add(right, 8)                         # i64
            down_n = g.as_dim(down)                               # int
            shown_add_n = g.as_dim(shown_add)                     # int
            right_n = g.as_dim(right)                             # int
            shown_add_2_n = g.as_dim(shown_add_2)                 # int
            shown = g.index(wide, g.s_[rows, down_n:shown_add_n, right_n:shown_add_2_n])  # f32[rows_n, shown_n, shown_n_2]

            g.at("value, gradient = dslc.value_and_grad(loss)(network, shown, labels[rows])")
            value_gradient_index = g.index(labels, g.s_[rows])    # i64[rows_n]
            # require shown_n == 8: value, gradient = dslc.value_and_grad(loss)(network, shown, l...
            # require shown_n_2 == 8: value, gradient = dslc.value_and_grad(loss)(network, shown,...
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
    images = (images / 16.0).astype(np.float32).reshape(-1, 8, 8)
    for seed in range(3):
        network, losses = train(images[:-360], labels[:-360], seed)
        optim.show_curve(losses, f"loss of seed {seed}", png=f"digits_convnet_{seed}.png")
        right = accuracy(images[-360:], labels[-360:], network)
        print(f"seed {seed}: {right:.1%} of the images that it never saw are told right")


if __name__ == "__main__":
    main()
