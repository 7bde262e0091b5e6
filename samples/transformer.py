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


@graph
def heads(
    x: Tensor[f32, batch, tokens, width], weight: Tensor[f32, width, width]
) -> Tensor[f32, batch, HEADS, tokens, width // HEADS]:
    """What each head sees of every token."""
    dslc.assume(x.shape[2] % HEADS == 0)
    size = x.shape[2] // HEADS
    y = np.reshape(nn.linear(x, weight), (x.shape[0], x.shape[1], HEADS, size))
    return np.transpose(y, (0, 2, 1, 3))


@graph
def transformer_block(
    x: Tensor[f32, batch, tokens, width], block: Block
) -> Tensor[f32, batch, tokens, width]:
    """Tokens that have looked at those before them, then at themselves."""
    # The rotation of `rope` turns the halves of each head.
    dslc.assume(x.shape[2] % (2 * HEADS) == 0)
    normed = nn.rms_norm(x, block.before_attention)
    places = np.arange(x.shape[1])
    q = nn.rope(heads(normed, block.queries), places)
    k = nn.rope(heads(normed, block.keys), places)
    v = heads(normed, block.values)
    seen = nn.scaled_dot_product_attention(q, k, v, causal=True)
    seen = np.reshape(np.transpose(seen, (0, 2, 1, 3)), x.shape)
    x = x + nn.linear(seen, block.mixed)
    h = nn.gelu(nn.linear(nn.rms_norm(x, block.before_layers), block.up))
    return x + nn.linear(h, block.down)
