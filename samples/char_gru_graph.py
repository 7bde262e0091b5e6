# Written by `dslc build` from char_gru.py: edit that file and build again.
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


def Gru_step(g, self, read, h):
    g.lines(36, 37, 38, 39, 40, 41, 42, 43, 44)

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
    g.lines(54, 56, 57, 58, 59)

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


@dslc.builder("char_gru.py")
def begin(g, symbols: int, seed: int, units: int = 128) -> Gru:
    """A network that has read nothing."""
    # require symbols >= 0: -> Gru
    # require units >= 0: -> Gru
    g.lines(65, 66)

    g.at("first, second, third = random.split(random.key(seed), 3)")
    first_second_third_random_key = g.random_key(seed)            # u32[2]
    first_second_third_random_split = g.random_split(first_second_third_random_key, num=3)  # u32[3, 2]
    first = g.index(first_second_third_random_split, g.s_[0])     # u32[2]
    second = g.index(first_second_third_random_split, g.s_[1])    # u32[2]
    third = g.index(first_second_third_random_split, g.s_[2])     # u32[2]

    g.at("return Gru(nn.glorot_uniform(first, (symbols, 3 * units)), nn.glorot_uniform(second, ...")
    result_glorot_uniform = g.glorot_uniform(first, (symbols, 3 * units))  # f32[symbols, 3*units]
    result_glorot_uniform_2 = g.glorot_uniform(second, (units, 3 * units))  # f32[units, 3*units]
    result_zeros = g.zeros(3 * units, np.float32)                 # f32[3*units]
    result_zeros_2 = g.zeros(3 * units, np.float32)               # f32[3*units]
    result_glorot_uniform_3 = g.glorot_uniform(third, (units, symbols))  # f32[units, symbols]
    result_zeros_3 = g.zeros(symbols, np.float32)                 # f32[symbols]
    return Gru(result_glorot_uniform, result_glorot_uniform_2, result_zeros, result_zeros_2, result_glorot_uniform_3, result_zeros_3)


@dslc.builder("char_gru.py", captures=("loss", "adam.update"))
def train(
    g,
    gru: Gru,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    text: Tensor[i64, length],
    seed: int,
    steps: int = 200,
    batch: int = 32,
    time: int = 64,
) -> Tensor[f32, steps]:
    """Let the network read parts of a text, in place; gives the loss of each step."""
    # updates gru, state
    # require state_mean_symbols == symbols: adam.update(gru, gradient, state)
    # require state_mean_units == units: adam.update(gru, gradient, state)
    # require state_square_symbols == symbols: adam.update(gru, gradient, state)
    # require state_square_units == units: adam.update(gru, gradient, state)
    g.lines(87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97)

    g.at("key = random.key(seed)")
    key = g.random_key(seed)                                      # u32[2]

    g.at("losses = np.zeros(steps, np.float32)")
    losses = g.zeros(steps, np.float32)                           # f32[steps]

    g.at("for step in range(steps):")

    def loop1_body(step, losses):                                 # int, f32[steps], f32[symbols, 3*units], f32[units, 3*units], f32[3*units], f32[3*units], f32[units, symbols], f32[symbols], i64[], f32[state_mean_symbols, 3*state_mean_units], f32[state_mean_units, 3*state_mean_units], f32[3*state_mean_units], f32[3*state_mean_units], f32[state_mean_units, state_mean_symbols], f32[state_mean_symbols], f32[state_square_symbols, 3*state_square_units], f32[state_square_units, 3*state_square_units], f32[3*state_square_units], f32[3*state_square_units], f32[state_square_units, state_square_symbols], f32[state_square_symbols]
        g.at("places = random.fold_in(key, state.step[()])")
        places_index = g.index(state.step, g.s_[()])              # i64
        places = g.random_fold_in(key, places_index)              # u32[2]

        g.at("starts = random.integers(places, 0, len(text) - time, (batch,))")
        starts = g.random_integers(places, 0, text.shape[0] - time, (batch,))  # i64[batch]

        g.at("part = text[starts[:, None] + np.arange(time + 1)]")
        part_index = g.index(starts, g.s_[:, None])               # i64[max(batch, 0), 1]
        part_arange = g.arange(time + 1)                          # i64[max(time + 1, 0)]
        part_add = g.add(part_index, part_arange)                 # i64[max(batch, 0), max(time + 1, 0)]
        part = g.index(text, g.s_[part_add])                      # i64[max(batch, 0), max(time + 1, 0)]

        g.at("losses[step], gradient = dslc.value_and_grad(loss)(gru, part)")
        losses_gradient_value_and_grad = g.call(dslc.value_and_grad(loss), gru, part)  # f32, Gru
        losses = g.store(losses, g.s_[step], losses_gradient_value_and_grad[0])  # f32[steps]
        gradient = losses_gradient_value_and_grad[1]

        g.at("adam.update(gru, gradient, state)")
        g.call(adam.update, gru, gradient, state)                 # f32[symbols, 3*units], f32[units, 3*units], f32[3*units], f32[3*units], 15 more

        g.at("if step % 10 == 9:")
        test = g.equal(step % 10, 9)                              # bool

        def if1_then():
            g.at('print(f"\\rstep {state.step}: loss {losses[step]:.3f}", end="", flush=True)')
            value_index = g.index(losses, g.s_[step])             # f32
            value_text = g.format("\rstep {}: loss {:.3f}", state.step, value_index)
            g.print(value_text, end="", flush=True)
            return ()

        def if1_else():
            return ()

        g.if_(test, if1_then, if1_else)
        return losses

    losses = g.for_(g.range(steps), loop1_body, (losses,), writes=(gru, state))  # f32[steps], f32[symbols, 3*units], f32[units, 3*units], f32[3*units], f32[3*units], f32[units, symbols], f32[symbols], i64[], f32[state_mean_symbols, 3*state_mean_units], f32[state_mean_units, 3*state_mean_units], f32[3*state_mean_units], f32[3*state_mean_units], f32[state_mean_units, state_mean_symbols], f32[state_mean_symbols], f32[state_square_symbols, 3*state_square_units], f32[state_square_units, 3*state_square_units], f32[3*state_square_units], f32[3*state_square_units], f32[state_square_units, state_square_symbols], f32[state_square_symbols]

    g.at("print()")
    g.print()

    return losses


@dslc.builder("char_gru.py", captures=("Gru.step",))
def write(
    g,
    gru: Gru, start: Tensor[i64, count], end: int, most: int, seed: int, heat: Scalar[f32]
) -> Tensor[i64, length]:
    """The start and what follows, up to `end` or at most that many symbols."""
    g.lines(106, 107, 108, 109, 110, 111, 113, 114, 115, 116, 117, 118, 119, 120)

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
