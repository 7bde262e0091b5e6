# Written by `dslc build` from sorting_transformer.py: edit that file and build again.
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


def Block_call(g, self, x):
    g.lines(37, 38, 39, 40, 41, 42)

    rows, count, width = x.shape[0], x.shape[1], x.shape[2]

    g.at("asked = nn.rms_norm(x, self.before_attention) @ self.asked")
    asked_rms_norm = g.rms_norm(x, self.before_attention)         # f32[batch, tokens, width]
    asked = g.matmul(asked_rms_norm, self.asked)                  # f32[batch, tokens, 3*width]

    g.at("heads = np.reshape(asked, (rows, count, 3, HEADS, width // HEADS))")
    heads = g.reshape(asked, (rows, count, 3, HEADS, width // HEADS))  # f32[batch, tokens, 3, 4, width//4]

    g.at("q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))")
    q_k_v_transpose = g.transpose(heads, axes=(2, 0, 3, 1, 4))    # f32[3, batch, 4, tokens, width//4]
    q = g.index(q_k_v_transpose, g.s_[0])                         # f32[batch, 4, tokens, width//4]
    k = g.index(q_k_v_transpose, g.s_[1])                         # f32[batch, 4, tokens, width//4]
    v = g.index(q_k_v_transpose, g.s_[2])                         # f32[batch, 4, tokens, width//4]

    g.at("seen = nn.scaled_dot_product_attention(q, k, v, causal=True)")
    seen = g.scaled_dot_product_attention(q, k, v, causal=True)   # f32[batch, 4, tokens, width//4]

    g.at("x = x + np.reshape(np.transpose(seen, (0, 2, 1, 3)), (rows, count, width)) @ self.mixed")
    x_transpose = g.transpose(seen, axes=(0, 2, 1, 3))            # f32[batch, tokens, 4, width//4]
    x_reshape = g.reshape(x_transpose, (rows, count, width))      # f32[batch, tokens, width]
    x_matmul = g.matmul(x_reshape, self.mixed)                    # f32[batch, tokens, width]
    x = g.add(x, x_matmul)                                        # f32[batch, tokens, width]

    g.at("return x + nn.gelu(nn.rms_norm(x, self.before_layers) @ self.up) @ self.down")
    result_rms_norm = g.rms_norm(x, self.before_layers)           # f32[batch, tokens, width]
    result_matmul = g.matmul(result_rms_norm, self.up)            # f32[batch, tokens, *]
    result_gelu = g.gelu(result_matmul)                           # f32[batch, tokens, *]
    result_matmul_2 = g.matmul(result_gelu, self.down)            # f32[batch, tokens, width]
    result = g.add(x, result_matmul_2)                            # f32[batch, tokens, width]
    return result


@dslc.builder("sorting_transformer.py", captures=("Block.__call__", "HEADS"))
def logits(
    g,
    model: Transformer, tokens: Tensor[i64, batch, tokens]
) -> Tensor[f32, batch, tokens, symbols]:
    """How likely each symbol is behind each token, by those up to it."""
    # capture HEADS = 4
    # require tokens <= places: x = model.token[tokens] + model.place[: tokens.shape[1]]
    # require model_blocks_0_width == width: asked = nn.rms_norm(x, self.before_attention) @ self...
    # require batch*tokens*(width % 4) == 0: heads = np.reshape(asked, (rows, count, 3, HEADS, wi...
    # require model_blocks_1_width == width: asked = nn.rms_norm(x, self.before_attention) @ self...
    g.lines(64, 66, 67)

    g.at("x = model.token[tokens] + model.place[: tokens.shape[1]]")
    x_index = g.index(model.token, g.s_[tokens])                  # f32[batch, tokens, width]
    x_index_2 = g.index(model.place, g.s_[:tokens.shape[1]])      # f32[tokens, width]
    x = g.add(x_index, x_index_2)                                 # f32[batch, tokens, width]

    for block in model.blocks:
        g.at("x = block(x)")
        x = Block_call(g, block, x)                               # f32[batch, tokens, width]

    g.at("return nn.rms_norm(x, model.norm) @ model.head")
    result_rms_norm = g.rms_norm(x, model.norm)                   # f32[batch, tokens, width]
    result = g.matmul(result_rms_norm, model.head)                # f32[batch, tokens, symbols]
    return result


def examples(key, count, digits):
    """Rows of digits, and behind them the same digits in order."""
    drawn = random.integers(key, 0, 10, (count, digits))
    return np.concatenate((drawn, np.sort(drawn, axis=1)), axis=1)


@dslc.builder("sorting_transformer.py", captures=("logits",))
def loss(g, model: Transformer, rows: Tensor[i64, batch, tokens]) -> Scalar[f32]:
    """The mean cross entropy of the second half of each row."""
    # require max(tokens - 1, 0) <= places: guessed = logits(model, rows[:, :-1])[:, half - 1 :]
    # require model_blocks_0_width == width: guessed = logits(model, rows[:, :-1])[:, half - 1 :]
    # require batch*max(tokens - 1, 0)*(width % 4) == 0: guessed = logits(model, rows[:, :-1])[:,...
    # require model_blocks_1_width == width: guessed = logits(model, rows[:, :-1])[:, half - 1 :]
    g.lines(80, 81)

    half = rows.shape[1] // 2

    g.at("guessed = logits(model, rows[:, :-1])[:, half - 1 :]")
    guessed_index = g.index(rows, g.s_[:, :-1])                   # i64[batch, max(tokens - 1, 0)]
    guessed_logits = g.call(logits, model, guessed_index)         # f32[batch, max(tokens - 1, 0), symbols]
    guessed = g.index(guessed_logits, g.s_[:, half - 1:])         # f32[batch, guessed_n, symbols]

    g.at("return nn.cross_entropy(np.reshape(guessed, (-1, guessed.shape[2])), np.reshape(rows[...")
    result_reshape = g.reshape(guessed, (-1, guessed.shape[2]))   # f32[batch*guessed_n, symbols]
    result_index = g.index(rows, g.s_[:, half:])                  # i64[batch, tokens - tokens//2]
    result_reshape_2 = g.reshape(result_index, (-1,))             # i64[batch*tokens - batch*(tokens//2)]
    # require batch*guessed_n + batch*(tokens//2) == batch*tokens: return nn.cross_entropy(np.res...
    result = g.cross_entropy(result_reshape, result_reshape_2)    # f32
    return result


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


def drawn_block_inlined(g, key, width):
    g.lines(88, 89, 90)

    g.at("first, second, third, fourth = random.split(key, 4)")
    first_second_third_fourth_random_split = g.random_split(key, num=4)  # u32[4, 2]
    first = g.index(first_second_third_fourth_random_split, g.s_[0])  # u32[2]
    second = g.index(first_second_third_fourth_random_split, g.s_[1])  # u32[2]
    third = g.index(first_second_third_fourth_random_split, g.s_[2])  # u32[2]
    fourth = g.index(first_second_third_fourth_random_split, g.s_[3])  # u32[2]

    g.at("ones = np.ones(width, np.float32)")
    ones = g.ones(width, np.float32)                              # f32[width]

    g.at("return Block(nn.lecun_normal(first, (width, 3 * width), transposed=True), nn.lecun_no...")
    result_lecun_normal = g.lecun_normal(first, (width, 3 * width), transposed=True)  # f32[width, 3*width]
    result_lecun_normal_2 = g.lecun_normal(second, (width, width), transposed=True)  # f32[width, width]
    result_lecun_normal_3 = g.lecun_normal(third, (width, 4 * width), transposed=True)  # f32[width, 4*width]
    result_lecun_normal_4 = g.lecun_normal(fourth, (4 * width, width), transposed=True)  # f32[4*width, width]
    return Block(result_lecun_normal, result_lecun_normal_2, result_lecun_normal_3, result_lecun_normal_4, ones, ones)


def examples_inlined(g, key, count, digits):
    g.lines(72, 73)

    g.at("drawn = random.integers(key, 0, 10, (count, digits))")
    drawn = g.random_integers(key, 0, 10, (count, digits))        # i64[*, digits]

    g.at("return np.concatenate((drawn, np.sort(drawn, axis=1)), axis=1)")
    result_sort = g.sort(drawn, axis=1)                           # i64[*, digits]
    result = g.concat((drawn, result_sort), axis=1)               # i64[*, 2*digits]
    return result


@dslc.builder("sorting_transformer.py", captures=("drawn_block", "adam.init", "examples", "loss", "adam.update"))
def train(
    g,
    seed: int, steps: int = 400, digits: int = 8, width: int = 64, size: int = 64
) -> tuple[Transformer, Tensor[f32, steps]]:
    """A model that has seen that many batches, and the loss of each."""
    # require width >= 0: state = adam.init(model)
    # require digits >= 0: state = adam.init(model)
    # require size >= 0: value, gradient = dslc.value_and_grad(loss)(model, rows)
    # require size*max(2*digits - 1, 0)*(width % 4) == 0: value, gradient = dslc.value_and_grad(l...
    g.lines(105, 106, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122)

    g.at("first, second, third, fourth, fifth, data = random.split(random.key(seed), 6)")
    first_second_third_fourth_fifth_data_random_key = g.random_key(seed)  # u32[2]
    first_second_third_fourth_fifth_data_random_split = g.random_split(  # u32[6, 2]
        first_second_third_fourth_fifth_data_random_key,
        num=6,
    )
    first = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[0])  # u32[2]
    second = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[1])  # u32[2]
    third = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[2])  # u32[2]
    fourth = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[3])  # u32[2]
    fifth = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[4])  # u32[2]
    data = g.index(first_second_third_fourth_fifth_data_random_split, g.s_[5])  # u32[2]

    g.at("model = Transformer(0.5 * random.normal(first, (10, width)), 0.5 * random.normal(seco...")
    model_random_normal = g.random_normal(first, (10, width))     # f32[10, width]
    model_multiply = g.multiply(0.5, model_random_normal)         # f32[10, width]
    model_random_normal_2 = g.random_normal(second, (2 * digits, width))  # f32[2*digits, width]
    model_multiply_2 = g.multiply(0.5, model_random_normal_2)     # f32[2*digits, width]
    model_drawn_block = drawn_block_inlined(g, third, width)      # Block
    model_drawn_block_2 = drawn_block_inlined(g, fourth, width)   # Block
    model_ones = g.ones(width, np.float32)                        # f32[width]
    model_lecun_normal = g.lecun_normal(fifth, (width, 10), transposed=True)  # f32[width, 10]
    model = Transformer(model_multiply, model_multiply_2, (model_drawn_block, model_drawn_block_2), model_ones, model_lecun_normal)

    g.at("state = adam.init(model)")
    state = g.call(adam.init, model)                              # AdamState

    g.at("losses = np.zeros(steps, np.float32)")
    losses = g.zeros(steps, np.float32)                           # f32[steps]

    g.at("for step in range(steps):")

    def loop1_body(step, model, state, losses):                   # int, Transformer, AdamState, f32[steps]
        g.at("rows = examples(random.fold_in(data, step), size, digits)")
        rows_random_fold_in = g.random_fold_in(data, step)        # u32[2]
        rows = examples_inlined(g, rows_random_fold_in, size, digits)  # i64[size, 2*digits]

        g.at("value, gradient = dslc.value_and_grad(loss)(model, rows)")
        value, gradient = g.call(dslc.value_and_grad(loss), model, rows)  # f32, Transformer

        g.at("model, state = adam.update(model, gradient, state)")
        model, state = g.call(adam.update, model, gradient, state)  # Transformer, AdamState

        g.at("losses[step] = value")
        losses = g.store(losses, g.s_[step], value)               # f32[steps]

        g.at("if step % 20 == 19:")
        test = g.equal(step % 20, 19)                             # bool

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
        return model, state, losses

    model, state, losses = g.for_(g.range(steps), loop1_body, (model, state, losses))  # Transformer, AdamState, f32[steps]

    g.at("print()")
    g.print()

    return model, losses


@dslc.builder("sorting_transformer.py", captures=("examples", "logits"))
def accuracy(g, model: Transformer, seed: int, digits: int = 8, count: int = 500) -> Scalar[f64]:
    """The part of new rows that it sorts without a mistake, each digit by its own before it."""
    # require count >= 0: guessed[:, place] = np.argmax(logits(model, guessed)[:, place - 1], axi...
    # require digits >= 0: guessed[:, place] = np.argmax(logits(model, guessed)[:, place - 1], ax...
    # require 2*digits <= places: guessed[:, place] = np.argmax(logits(model, guessed)[:, place -...
    # require model_blocks_0_width == width: guessed[:, place] = np.argmax(logits(model, guessed)...
    # require count*digits*(width % 4) == 0: guessed[:, place] = np.argmax(logits(model, guessed)...
    # require model_blocks_1_width == width: guessed[:, place] = np.argmax(logits(model, guessed)...
    g.lines(129, 130, 131, 132, 133, 134)

    g.at("rows = examples(random.key(seed), count, digits)")
    rows_random_key = g.random_key(seed)                          # u32[2]
    rows = examples_inlined(g, rows_random_key, count, digits)    # i64[count, 2*digits]

    g.at("guessed = rows.copy()")
    guessed = g.copy(rows)                                        # i64[count, 2*digits]

    g.at("guessed[:, digits:] = 0")
    guessed = g.store(guessed, g.s_[:, digits:], 0)               # i64[count, 2*digits]

    g.at("for place in range(digits, 2 * digits):")

    def loop1_body(place, guessed):                               # int, i64[count, 2*digits]
        g.at("guessed[:, place] = np.argmax(logits(model, guessed)[:, place - 1], axis=1)")
        guessed_logits = g.call(logits, model, guessed)           # f32[count, 2*digits, symbols]
        guessed_index = g.index(guessed_logits, g.s_[:, place - 1])  # f32[count, symbols]
        guessed_argmax = g.argmax(guessed_index, axis=1)          # i64[count]
        guessed = g.store(guessed, g.s_[:, place], guessed_argmax)  # i64[count, 2*digits]
        return guessed

    guessed = g.for_(g.range(digits, 2 * digits), loop1_body, (guessed,))  # i64[count, 2*digits]

    g.at("return np.mean(np.all(guessed == rows, axis=1))")
    result_equal = g.equal(guessed, rows)                         # bool_[count, 2*digits]
    result_all = g.all(result_equal, axis=1)                      # bool_[count]
    result = g.mean(result_all)                                   # f64
    return result


def main():
    """Train, and sort rows that were never seen."""
    model, losses = train(0)
    optim.show_curve(losses, png="sorting_transformer.png")
    print(f"{accuracy(model, 12345):.1%} of new rows are sorted without a mistake")


if __name__ == "__main__":
    main()
