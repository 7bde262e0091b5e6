"""A tiny transformer that learns to sort digits from examples that it draws.

Look at: each step draws its batch in the graph, so all of training is one call without data; the
blocks are a tuple of structs, and the gradient is a struct with such a tuple.

    dslc run samples/sorting_transformer.py:logits --dim symbols=10 --compare
    python samples/sorting_transformer_graph.py
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, f64, graph, i64, nn, optim, random

batch, places, tokens, width, inner, symbols, steps = dslc.dims(
    "batch places tokens width inner symbols steps"
)

HEADS = 4


@dataclass
class Block:
    """Attention and two layers behind it; a norm before each. Weights are `[inputs, outputs]`."""

    asked: Tensor[f32, width, 3 * width]
    mixed: Tensor[f32, width, width]
    up: Tensor[f32, width, inner]
    down: Tensor[f32, inner, width]
    before_attention: Tensor[f32, width]
    before_layers: Tensor[f32, width]

    def __call__(self, x):
        rows, count, width = x.shape
        asked = nn.rms_norm(x, self.before_attention) @ self.asked
        heads = np.reshape(asked, (rows, count, 3, HEADS, width // HEADS))
        q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))
        seen = nn.scaled_dot_product_attention(q, k, v, causal=True)
        x = x + np.reshape(np.transpose(seen, (0, 2, 1, 3)), (rows, count, width)) @ self.mixed
        return x + nn.gelu(nn.rms_norm(x, self.before_layers) @ self.up) @ self.down


@dataclass
class Transformer:
    """What tokens and places are before the first block, the blocks, and the head."""

    token: Tensor[f32, symbols, width]
    place: Tensor[f32, places, width]
    blocks: tuple[Block, Block]
    norm: Tensor[f32, width]
    head: Tensor[f32, width, symbols]


adam = optim.adam(Transformer, optim.cosine(3e-3, steps=400, warmup=20), max_norm=1.0)


@graph
def logits(
    model: Transformer, tokens: Tensor[i64, batch, tokens]
) -> Tensor[f32, batch, tokens, symbols]:
    """How likely each symbol is behind each token, by those up to it."""
    x = model.token[tokens] + model.place[: tokens.shape[1]]
    for block in model.blocks:
        x = block(x)
    return nn.rms_norm(x, model.norm) @ model.head


def examples(key, count, digits):
    """Rows of digits, and behind them the same digits in order."""
    drawn = random.integers(key, 0, 10, (count, digits))
    return np.concatenate((drawn, np.sort(drawn, axis=1)), axis=1)


@graph
def loss(model: Transformer, rows: Tensor[i64, batch, tokens]) -> Scalar[f32]:
    """The mean cross entropy of the second half of each row."""
    half = rows.shape[1] // 2
    guessed = logits(model, rows[:, :-1])[:, half - 1 :]
    return nn.cross_entropy(
        np.reshape(guessed, (-1, guessed.shape[2])), np.reshape(rows[:, half:], (-1,))
    )


def drawn_block(key, width):
    """A block to begin with."""
    first, second, third, fourth = random.split(key, 4)
    ones = np.ones(width, np.float32)
    return Block(
        nn.lecun_normal(first, (width, 3 * width), transposed=True),
        nn.lecun_normal(second, (width, width), transposed=True),
        nn.lecun_normal(third, (width, 4 * width), transposed=True),
        nn.lecun_normal(fourth, (4 * width, width), transposed=True),
        ones,
        ones,
    )


@graph
def train(
    seed: int, steps: int = 400, digits: int = 8, width: int = 64, size: int = 64
) -> tuple[Transformer, Tensor[f32, steps]]:
    """A model that has seen that many batches, and the loss of each."""
    first, second, third, fourth, fifth, data = random.split(random.key(seed), 6)
    model = Transformer(
        0.5 * random.normal(first, (10, width)),
        0.5 * random.normal(second, (2 * digits, width)),
        (drawn_block(third, width), drawn_block(fourth, width)),
        np.ones(width, np.float32),
        nn.lecun_normal(fifth, (width, 10), transposed=True),
    )
    state = adam.init(model)
    losses = np.zeros(steps, np.float32)
    for step in range(steps):
        rows = examples(random.fold_in(data, step), size, digits)
        value, gradient = dslc.value_and_grad(loss)(model, rows)
        model, state = adam.update(model, gradient, state)
        losses[step] = value
        if step % 20 == 19:
            print(f"\rstep {step + 1} of {steps}: loss {value:.3f}", end="", flush=True)
    print()
    return model, losses


@graph
def accuracy(model: Transformer, seed: int, digits: int = 8, count: int = 500) -> Scalar[f64]:
    """The part of new rows that it sorts without a mistake, each digit by its own before it."""
    rows = examples(random.key(seed), count, digits)
    guessed = rows.copy()
    guessed[:, digits:] = 0
    for place in range(digits, 2 * digits):
        guessed[:, place] = np.argmax(logits(model, guessed)[:, place - 1], axis=1)
    return np.mean(np.all(guessed == rows, axis=1))


def main():
    """Train, and sort rows that were never seen."""
    model, losses = train(0)
    optim.show_curve(losses, png="sorting_transformer.png")
    print(f"{accuracy(model, 12345):.1%} of new rows are sorted without a mistake")


if __name__ == "__main__":
    main()
