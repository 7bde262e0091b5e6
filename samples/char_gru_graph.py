# Written by `dslc build` from char_gru.py: edit that file and build again.
"""A gated recurrent network that learns to write, character by character.

Look at: the loss is a loop over time, its gradient one that goes back, with what it needs of each
step on a tape; `write` is a loop that ends when the run says so.

    dslc run samples/char_gru.py:loss --dim symbols=10 --compare
    python samples/char_gru_graph.py
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph, i64, nn, optim, random

length, batch, time, symbols, units, steps, count = dslc.dims(
    "length batch time symbols units steps count"
)


@dataclass
class Gru:
    """A gated recurrent unit that reads symbols: the gates reset, update and new, side by side."""

    inputs: Tensor[f32, symbols, 3 * units]
    states: Tensor[f32, units, 3 * units]
    input_bias: Tensor[f32, 3 * units]
    state_bias: Tensor[f32, 3 * units]
    out: Tensor[f32, units, symbols]
    bias: Tensor[f32, symbols]

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


def Gru_step(g, self, read, h):
    g.lines(35, 36, 37, 38, 39, 40, 41, 42, 43)

    g.at("x_gates = self.inputs[read] + self.input_bias")
    x_gates_index = g.index(self.inputs, g.s_[read])              # f32[*, 3*units]
    x_gates = g.add(x_gates_index, self.input_bias)               # f32[*, 3*units]

    g.at("h_gates = h @ self.states + self.state_bias")
    h_gates_matmul = g.matmul(h, self.states)                     # f32[*, 3*units]
    h_gates = g.add(h_gates_matmul, self.state_bias)              # f32[*, 3*units]

    g.at("x_reset, x_update, x_new = np.split(x_gates, 3, axis=-1)")
    x_reset, x_update, x_new = g.split(x_gates, 3, axis=-1)       # f32[*, units], f32[*, units], f32[*, units]

    g.at("h_reset, h_update, h_new = np.split(h_gates, 3, axis=-1)")
    h_reset, h_update, h_new = g.split(h_gates, 3, axis=-1)       # f32[*, units], f32[*, units], f32[*, units]

    g.at("reset = nn.sigmoid(x_reset + h_reset)")
    reset_add = g.add(x_reset, h_reset)                           # f32[*, units]
    reset = g.sigmoid(reset_add)                                  # f32[*, units]

    g.at("update = nn.sigmoid(x_update + h_update)")
    update_add = g.add(x_update, h_update)                        # f32[*, units]
    update = g.sigmoid(update_add)                                # f32[*, units]

    g.at("new = np.tanh(x_new + reset * h_new)")
    new_multiply = g.multiply(reset, h_new)                       # f32[*, units]
    new_add = g.add(x_new, new_multiply)                          # f32[*, units]
    new = g.tanh(new_add)                                         # f32[*, units]

    g.at("h = (1.0 - update) * new + update * h")
    h_subtract = g.subtract(1.0, update)                          # f32[*, units]
    h_multiply = g.multiply(h_subtract, new)                      # f32[*, units]
    h_multiply_2 = g.multiply(update, h)                          # f32[*, units]
    h = g.add(h_multiply, h_multiply_2)                           # f32[*, units]

    g.at("return h, h @ self.out + self.bias")
    result_matmul = g.matmul(h, self.out)                         # f32[*, symbols]
    result_add = g.add(result_matmul, self.bias)                  # f32[*, symbols]
    return h, result_add


@dslc.builder("char_gru.py", captures=("Gru.step",))
def loss(g, gru: Gru, text: Tensor[i64, batch, time]) -> Scalar[f32]:
    """The mean cross entropy of each symbol behind the first, by those before it."""
    g.lines(53, 55, 56, 57, 58)

    rows, wide = text.shape[0], text.shape[1]

    g.at("h = np.zeros((rows, gru.states.shape[0]), np.float32)")
    h = g.zeros((rows, gru.states.shape[0]), np.float32)          # f32[batch, units]

    total = np.float32(0.0)

    g.at("for t in range(wide - 1):")

    def loop1_body(t, h, total):                                  # int, f32[batch, units], f32
        g.at("h, logits = gru.step(text[:, t], h)")
        h_logits_index = g.index(text, g.s_[:, t])                # i64[batch]
        h, logits = Gru_step(g, gru, h_logits_index, h)           # f32[batch, units], f32[batch, symbols]

        g.at("total = total + nn.cross_entropy(logits, text[:, t + 1])")
        total_index = g.index(text, g.s_[:, t + 1])               # i64[batch]
        total_cross_entropy = g.cross_entropy(logits, total_index)  # f32
        total = g.add(total, total_cross_entropy)                 # f32
        return h, total

    h, total = g.for_(g.range(wide - 1), loop1_body, (h, total))  # f32[batch, units], f32

    g.at("return total / (wide - 1)")
    result = g.divide(total, wide - 1)                            # f32
    return result


@dslc.builder("char_gru.py", captures=("adam.init", "loss", "adam.update"))
def train(
    g,
    text: Tensor[i64, length],
    symbols: int,
    seed: int,
    steps: int = 600,
    units: int = 128,
    batch: int = 32,
    time: int = 64,
) -> tuple[Gru, Tensor[f32, steps]]:
    """A network that has read parts of a text, and the loss of each step."""
    # require symbols >= 0: state = adam.init(gru)
    # require units >= 0: state = adam.init(gru)
    g.lines(72, 73, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91)

    g.at("first, second, third, places = random.split(random.key(seed), 4)")
    first_second_third_places_random_key = g.random_key(seed)     # u32[2]
    first_second_third_places_random_split = g.random_split(      # u32[4, 2]
        first_second_third_places_random_key,
        num=4,
    )
    first = g.index(first_second_third_places_random_split, g.s_[0])  # u32[2]
    second = g.index(first_second_third_places_random_split, g.s_[1])  # u32[2]
    third = g.index(first_second_third_places_random_split, g.s_[2])  # u32[2]
    places = g.index(first_second_third_places_random_split, g.s_[3])  # u32[2]

    g.at("gru = Gru(nn.glorot_uniform(first, (symbols, 3 * units)), nn.glorot_uniform(second, (...")
    gru_glorot_uniform = g.glorot_uniform(first, (symbols, 3 * units))  # f32[symbols, 3*units]
    gru_glorot_uniform_2 = g.glorot_uniform(second, (units, 3 * units))  # f32[units, 3*units]
    gru_zeros = g.zeros(3 * units, np.float32)                    # f32[3*units]
    gru_zeros_2 = g.zeros(3 * units, np.float32)                  # f32[3*units]
    gru_glorot_uniform_3 = g.glorot_uniform(third, (units, symbols))  # f32[units, symbols]
    gru_zeros_3 = g.zeros(symbols, np.float32)                    # f32[symbols]
    gru = Gru(gru_glorot_uniform, gru_glorot_uniform_2, gru_zeros, gru_zeros_2, gru_glorot_uniform_3, gru_zeros_3)

    g.at("state = adam.init(gru)")
    state = g.call(adam.init, gru)                                # AdamState

    g.at("losses = np.zeros(steps, np.float32)")
    losses = g.zeros(steps, np.float32)                           # f32[steps]

    g.at("for step in range(steps):")

    def loop1_body(step, gru, state, losses):                     # int, Gru, AdamState, f32[steps]
        g.at("starts = random.integers(random.fold_in(places, step), 0, len(text) - time, (batc...")
        starts_random_fold_in = g.random_fold_in(places, step)    # u32[2]
        starts = g.random_integers(starts_random_fold_in, 0, text.shape[0] - time, (batch,))  # i64[batch]

        g.at("part = text[starts[:, None] + np.arange(time + 1)]")
        part_index = g.index(starts, g.s_[:, None])               # i64[max(batch, 0), 1]
        part_arange = g.arange(time + 1)                          # i64[max(time + 1, 0)]
        part_add = g.add(part_index, part_arange)                 # i64[max(batch, 0), max(time + 1, 0)]
        part = g.index(text, g.s_[part_add])                      # i64[max(batch, 0), max(time + 1, 0)]

        g.at("value, gradient = dslc.value_and_grad(loss)(gru, part)")
        value, gradient = g.call(dslc.value_and_grad(loss), gru, part)  # f32, Gru

        g.at("gru, state = adam.update(gru, gradient, state)")
        gru, state = g.call(adam.update, gru, gradient, state)    # Gru, AdamState

        g.at("losses[step] = value")
        losses = g.store(losses, g.s_[step], value)               # f32[steps]

        g.at("if step % 10 == 9:")
        test = g.equal(step % 10, 9)                              # bool

        def if1_then():
            g.at('print(f"\\rstep {step + 1} of {steps}: loss {value:.3f}", end="", flush=True)')
            g.print(
                g.format("\rstep {} of {}: loss {:.3f}", step + 1, steps, value),
                end="",
                flush=True,
            )
            return ()

        def if1_else():
            return ()

        g.if_(test, if1_then, if1_else)
        return gru, state, losses

    gru, state, losses = g.for_(g.range(steps), loop1_body, (gru, state, losses))  # Gru, AdamState, f32[steps]

    g.at("print()")
    g.print()

    return gru, losses


@dslc.builder("char_gru.py", captures=("Gru.step",))
def write(
    g,
    gru: Gru, start: Tensor[i64, count], end: int, most: int, seed: int, heat: Scalar[f32]
) -> Tensor[i64, length]:
    """The start and what follows, up to `end` or at most that many symbols."""
    g.lines(100, 101, 102, 103, 104, 105, 107, 108, 109, 110, 111, 112, 113, 114)

    g.at("key = random.key(seed)")
    key = g.random_key(seed)                                      # u32[2]

    g.at("h = np.zeros((1, gru.states.shape[0]), np.float32)")
    h = g.zeros((1, gru.states.shape[0]), np.float32)             # f32[1, units]

    g.at("logits = np.zeros((1, gru.out.shape[1]), np.float32)")
    logits = g.zeros((1, gru.out.shape[1]), np.float32)           # f32[1, symbols]

    g.at("for k in range(len(start)):")

    def loop1_body(k, h, logits):                                 # int, f32[1, units], f32[1, symbols]
        g.at("h, logits = gru.step(start[k : k + 1], h)")
        h_logits_index = g.index(start, g.s_[k:k + 1])            # i64[1]
        h, logits = Gru_step(g, gru, h_logits_index, h)           # f32[1, units], f32[1, symbols]
        return h, logits

    h, logits = g.for_(g.range(start.shape[0]), loop1_body, (h, logits))  # f32[1, units], f32[1, symbols]

    g.at("written = np.zeros(most, np.int64)")
    written = g.zeros(most, np.int64)                             # i64[most]

    count = 0

    g.at("while count < most:")

    def loop2_test(h, logits, written, count):                    # f32[1, units], f32[1, symbols], i64[most], int
        test = g.less(count, most)                                # bool
        return test

    def loop2_body(h, logits, written, count):                    # f32[1, units], f32[1, symbols], i64[most], int
        g.at("symbol = random.categorical(random.fold_in(key, count), logits / heat)")
        symbol_random_fold_in = g.random_fold_in(key, count)      # u32[2]
        symbol_divide = g.divide(logits, heat)                    # f32[1, symbols]
        symbol = g.random_categorical(symbol_random_fold_in, symbol_divide)  # i64[1]

        g.at("if symbol[0] == end:")
        test_index = g.index(symbol, g.s_[0])                     # i64
        test = g.equal(test_index, end)                           # bool_

        def if1_then(h, written, count):                          # f32[1, units], i64[most], int
            g.at("break")
            return h, g.unset, written, count, g.BREAK

        def if1_else(h, written, count):                          # f32[1, units], i64[most], int
            g.at("written[count] = symbol[0]")
            written_index = g.index(symbol, g.s_[0])              # i64
            written = g.store(written, g.s_[count], written_index)  # i64[most]

            g.at("count = count + 1")
            count = g.add(count, 1)                               # int

            g.at("h, logits = gru.step(symbol, h)")
            h, logits = Gru_step(g, gru, symbol, h)               # f32[1, units], f32[1, symbols]
            return h, logits, written, count, g.RUN

        h, logits, written, count, exit = g.if_(test, if1_then, if1_else, (h, written, count))  # f32[1, units], f32[1, symbols], i64[most], int, int
        return h, logits, written, count, exit

    h, logits, written, count, exit = g.while_(                   # f32[1, units], f32[1, symbols], i64[most], int, int
        loop2_test,
        loop2_body,
        (h, logits, written, count),
        exits=True,
    )

    g.at("return np.concatenate((start, written[:count]))")
    count_n = g.as_dim(count)                                     # int
    result_index = g.index(written, g.s_[:count_n])               # i64[result_index_n]
    result = g.concat((start, result_index))                      # i64[count + result_index_n]
    return result


def main():
    """Read what Python says of itself, and write like that."""
    from pydoc_data.topics import topics

    text = " ".join("\n".join(topics[name] for name in sorted(topics)).split())
    alphabet = sorted(set(text))
    number = {symbol: k for k, symbol in enumerate(alphabet)}
    gru, losses = train(np.array([number[each] for each in text]), len(alphabet), 0)
    optim.show_curve(losses, png="char_gru.png")
    start = np.array([number[each] for each in "The "])
    written = write(gru, start, number["."], 300, 0, np.float32(0.7))
    print("".join(alphabet[k] for k in written))


if __name__ == "__main__":
    main()
