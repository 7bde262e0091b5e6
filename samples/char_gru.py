"""A gated recurrent network that learns to write, character by character.

Look at: the loss is a loop over time, its gradient one that goes back, with what it needs of each
step on a tape; `train` writes to the caller's network and to the optimizer's state, which are
`InOut`, so it can be called again to go on; `write` is a loop that ends when the run says so.

    dslc run samples/char_gru.py:loss --dim symbols=10 --compare
    python samples/char_gru_graph.py
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import InOut, Scalar, Tensor, f32, graph, i64, nn, optim, random

length, batch, time, symbols, units, steps, count = dslc.dims(
    "length batch time symbols units steps count"
)


@dataclass
class Gru:
    """A gated recurrent unit that reads symbols: the gates reset, update and new, side by side."""

    inputs: InOut[f32, symbols, 3 * units]
    states: InOut[f32, units, 3 * units]
    input_bias: InOut[f32, 3 * units]
    state_bias: InOut[f32, 3 * units]
    out: InOut[f32, units, symbols]
    bias: InOut[f32, symbols]

    def step(self, read, h):
        """The next states, and how likely each symbol is to follow, as logits."""
        x_gates = self.inputs[read] + self.input_bias
        h_gates = h @ self.states + self.state_bias
        x_reset, x_update, x_new = np.split(x_gates, 3, axis=-1)
        h_reset, h_update, h_new = np.split(h_gates, 3, axis=-1)
        reset = nn.sigmoid(x_reset + h_reset)
        update = nn.sigmoid(x_update + h_update)
        new = np.tanh(x_new + reset * h_new)
        h = (1.0 - update) * new + update * h
        return h, h @ self.out + self.bias


adam = optim.adam(Gru, optim.cosine(1e-2, steps=600, warmup=20), max_norm=1.0)


@graph
def loss(gru: Gru, text: Tensor[i64, batch, time]) -> Scalar[f32]:
    """The mean cross entropy of each symbol behind the first, by those before it."""
    rows, wide = text.shape
    h = np.zeros((rows, gru.states.shape[0]), np.float32)
    total = np.float32(0.0)
    for t in range(wide - 1):
        h, logits = gru.step(text[:, t], h)
        total = total + nn.cross_entropy(logits, text[:, t + 1])
    return total / (wide - 1)


@graph
def begin(symbols: int, seed: int, units: int = 128) -> Gru:
    """A network that has read nothing."""
    first, second, third = random.split(random.key(seed), 3)
    return Gru(
        nn.glorot_uniform(first, (symbols, 3 * units)),
        nn.glorot_uniform(second, (units, 3 * units)),
        np.zeros(3 * units, np.float32),
        np.zeros(3 * units, np.float32),
        nn.glorot_uniform(third, (units, symbols)),
        np.zeros(symbols, np.float32),
    )


@graph
def train(
    gru: Gru,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    text: Tensor[i64, length],
    seed: int,
    steps: int = 200,
    batch: int = 32,
    time: int = 64,
) -> Tensor[f32, steps]:
    """Let the network read parts of a text, in place; gives the loss of each step."""
    key = random.key(seed)
    losses = np.zeros(steps, np.float32)
    for step in range(steps):
        places = random.fold_in(key, state.step[()])
        starts = random.integers(places, 0, len(text) - time, (batch,))
        part = text[starts[:, None] + np.arange(time + 1)]
        losses[step], gradient = dslc.value_and_grad(loss)(gru, part)
        adam.update(gru, gradient, state)
        if step % 10 == 9:
            print(f"\rstep {state.step}: loss {losses[step]:.3f}", end="", flush=True)
    print()
    return losses


@graph
def write(
    gru: Gru, start: Tensor[i64, count], end: int, most: int, seed: int, heat: Scalar[f32]
) -> Tensor[i64, length]:
    """The start and what follows, up to `end` or at most that many symbols."""
    key = random.key(seed)
    h = np.zeros((1, gru.states.shape[0]), np.float32)
    logits = np.zeros((1, gru.out.shape[1]), np.float32)
    for k in range(len(start)):
        h, logits = gru.step(start[k : k + 1], h)
    written = np.zeros(most, np.int64)
    count = 0
    while count < most:
        symbol = random.categorical(random.fold_in(key, count), logits / heat)
        if symbol[0] == end:
            break
        written[count] = symbol[0]
        count = count + 1
        h, logits = gru.step(symbol, h)
    return np.concatenate((start, written[:count]))


def main():
    """Read what Python says of itself, and write like that."""
    from pydoc_data.topics import topics

    text = " ".join("\n".join(topics[name] for name in sorted(topics)).split())
    alphabet = sorted(set(text))
    number = {symbol: k for k, symbol in enumerate(alphabet)}
    symbols = np.array([number[each] for each in text])
    gru, losses = begin(len(alphabet), 0), []
    state = adam.init(gru)
    start = np.array([number[each] for each in "The "])
    for _ in range(3):
        losses.append(train(gru, state, symbols, 0))
        written = write(gru, start, number["."], 300, 0, np.float32(0.7))
        print("".join(alphabet[k] for k in written))
    optim.show_curve(np.concatenate(losses), png="char_gru.png")


if __name__ == "__main__":
    main()
