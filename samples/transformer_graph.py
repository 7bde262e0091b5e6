# Written by `dslc build` from transformer.py: edit that file and build again.
"""One block of a transformer, with its parameters in a dataclass.

Look at: every function of `dslc.nn` is one line and one node; the C++ (`--as cpp`) has what each is
made of; and what is required of sizes, which follows from what the source says of the width.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, f32, graph, nn

batch, tokens, width, inner = dslc.dims("batch tokens width inner")

HEADS = 2


@dataclass
class Block:
    """Weights, each `[outputs, inputs]`, and the scales of the two norms."""

    queries: Tensor[f32, width, width]
    keys: Tensor[f32, width, width]
    values: Tensor[f32, width, width]
    mixed: Tensor[f32, width, width]
    up: Tensor[f32, inner, width]
    down: Tensor[f32, width, inner]
    before_attention: Tensor[f32, width]
    before_layers: Tensor[f32, width]


@dslc.builder("transformer.py", captures=("HEADS",))
def heads(
    g,
    x: Tensor[f32, batch, tokens, width], weight: Tensor[f32, width, width]
) -> Tensor[f32, batch, HEADS, tokens, width // HEADS]:
    """What each head sees of every token."""
    # capture HEADS = 2
    # require width % 2 == 0: dslc.assume(x.shape[2] % HEADS == 0)
    g.lines(38, 40, 41)

    g.at("dslc.assume(x.shape[2] % HEADS == 0)")
    g.require(x.shape[2] % HEADS, "==", 0)

    size = x.shape[2] // HEADS

    g.at("y = np.reshape(nn.linear(x, weight), (x.shape[0], x.shape[1], HEADS, size))")
    y_linear = g.linear(x, weight)                                # f32[batch, tokens, width]
    y = g.reshape(y_linear, (x.shape[0], x.shape[1], HEADS, size))  # f32[batch, tokens, 2, width//2]

    g.at("return np.transpose(y, (0, 2, 1, 3))")
    result = g.transpose(y, axes=(0, 2, 1, 3))                    # f32[batch, 2, tokens, width//2]
    return result


@dslc.builder("transformer.py", captures=("HEADS", "heads"))
def transformer_block(
    g,
    x: Tensor[f32, batch, tokens, width], block: Block
) -> Tensor[f32, batch, tokens, width]:
    """Tokens that have looked at those before them, then at themselves."""
    # capture HEADS = 2
    # require width % 4 == 0: dslc.assume(x.shape[2] % (2 * HEADS) == 0)
    # require block_width == width: normed = nn.rms_norm(x, block.before_attention)
    g.lines(50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60)

    # The rotation of `rope` turns the halves of each head.
    g.at("dslc.assume(x.shape[2] % (2 * HEADS) == 0)")
    g.require(x.shape[2] % (2 * HEADS), "==", 0)

    g.at("normed = nn.rms_norm(x, block.before_attention)")
    normed = g.rms_norm(x, block.before_attention)                # f32[batch, tokens, width]

    g.at("places = np.arange(x.shape[1])")
    places = g.arange(x.shape[1])                                 # i64[tokens]

    g.at("q = nn.rope(heads(normed, block.queries), places)")
    q_heads = g.call(heads, normed, block.queries)                # f32[batch, 2, tokens, width//2]
    q = g.rope(q_heads, places)                                   # f32[batch, 2, tokens, width//2]

    g.at("k = nn.rope(heads(normed, block.keys), places)")
    k_heads = g.call(heads, normed, block.keys)                   # f32[batch, 2, tokens, width//2]
    k = g.rope(k_heads, places)                                   # f32[batch, 2, tokens, width//2]

    g.at("v = heads(normed, block.values)")
    v = g.call(heads, normed, block.values)                       # f32[batch, 2, tokens, width//2]

    g.at("seen = nn.scaled_dot_product_attention(q, k, v, causal=True)")
    seen = g.scaled_dot_product_attention(q, k, v, causal=True)   # f32[batch, 2, tokens, width//2]

    g.at("seen = np.reshape(np.transpose(seen, (0, 2, 1, 3)), x.shape)")
    seen_transpose = g.transpose(seen, axes=(0, 2, 1, 3))         # f32[batch, tokens, 2, width//2]
    seen = g.reshape(seen_transpose, (x.shape[0], x.shape[1], x.shape[2]))  # f32[batch, tokens, width]

    g.at("x = x + nn.linear(seen, block.mixed)")
    x_linear = g.linear(seen, block.mixed)                        # f32[batch, tokens, width]
    x = g.add(x, x_linear)                                        # f32[batch, tokens, width]

    g.at("h = nn.gelu(nn.linear(nn.rms_norm(x, block.before_layers), block.up))")
    h_rms_norm = g.rms_norm(x, block.before_layers)               # f32[batch, tokens, width]
    h_linear = g.linear(h_rms_norm, block.up)                     # f32[batch, tokens, inner]
    h = g.gelu(h_linear)                                          # f32[batch, tokens, inner]

    g.at("return x + nn.linear(h, block.down)")
    result_linear = g.linear(h, block.down)                       # f32[batch, tokens, width]
    result = g.add(x, result_linear)                              # f32[batch, tokens, width]
    return result
