"""A transformer encoder: blocks of self-attention and a perceptron, each added to what it reads.

Look at: `encode_block` is one function called for each block; a call of one of its parts, as in
`block.mlp(x)`, is a plain function; the number of heads is known while building.

    dslc run samples/transformer_encoder.py:encode --compare --dim words=10
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, bool_, f32, graph, i64, nn

batch, tokens, width, inputs, outputs, words, places = dslc.dims(
    "batch tokens width inputs outputs words places"
)


@dataclass
class Linear:
    """An affine map of the last axis."""

    weight: Tensor[f32, inputs, outputs]
    bias: Tensor[f32, outputs]

    def __call__(self, x):
        return x @ self.weight + self.bias


@dataclass
class LayerNorm:
    """Normalizes the last axis, then scales and shifts it."""

    weight: Tensor[f32, width]
    bias: Tensor[f32, width]

    def __call__(self, x):
        return nn.layer_norm(x, self.weight, self.bias)


@dataclass
class SelfAttention:
    """Multi-head attention of a sequence to itself."""

    qkv: Tensor[f32, width, 3 * width]
    qkv_bias: Tensor[f32, 3 * width]
    out: Linear
    heads: Static[int] = 2

    def __call__(self, x, mask):
        batch, tokens, width = x.shape
        qkv = x @ self.qkv + self.qkv_bias
        heads = qkv.reshape(batch, tokens, 3, self.heads, width // self.heads)
        q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))
        mixed = nn.scaled_dot_product_attention(q, k, v, mask[:, None, None, :])
        return self.out(np.swapaxes(mixed, 1, 2).reshape(batch, tokens, width))


@dataclass
class Perceptron:
    """Two affine maps with a GELU between them, for each token."""

    up: Linear
    down: Linear

    def __call__(self, x):
        return self.down(nn.gelu(self.up(x)))


@dataclass
class Block:
    """What an encoder block learns."""

    attention_norm: LayerNorm
    attention: SelfAttention
    mlp_norm: LayerNorm
    mlp: Perceptron


@dataclass
class Encoder:
    """Embeddings of words and places, the blocks, and the last norm."""

    words: Tensor[f32, words, width]
    places: Tensor[f32, places, width]
    blocks: list[Block]
    norm: LayerNorm


@graph
def encode_block(
    x: Tensor[f32, batch, tokens, width], mask: Tensor[bool_, batch, tokens], block: Block
) -> Tensor[f32, batch, tokens, width]:
    """One block with the norms before its parts."""
    x = x + block.attention(block.attention_norm(x), mask)
    return x + block.mlp(block.mlp_norm(x))


@graph
def encode(
    ids: Tensor[i64, batch, tokens], mask: Tensor[bool_, batch, tokens], encoder: Encoder
) -> Tensor[f32, batch, tokens, width]:
    """The vector of each token; `mask` is true where there is a token."""
    x = encoder.words[ids] + encoder.places[: ids.shape[1]]
    for block in encoder.blocks:
        x = encode_block(x, mask, block)
    return encoder.norm(x)
