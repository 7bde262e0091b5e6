# Written by `dslc build` from transformer_encoder.py: edit that file and build again.
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


def LayerNorm_call(g, self, x):
    g.lines(40)

    g.at("return nn.layer_norm(x, self.weight, self.bias)")
    result = g.layer_norm(x, self.weight, self.bias)              # f32[batch, tokens, width]
    return result


def Linear_call(g, self, x):
    g.lines(29)

    g.at("return x @ self.weight + self.bias")
    result_matmul = g.matmul(x, self.weight)                      # f32[batch, tokens, *]
    result = g.add(result_matmul, self.bias)                      # f32[batch, tokens, *]
    return result


def SelfAttention_call(g, self, x, mask):
    g.lines(54, 55, 56, 57, 58)

    batch, tokens, width = x.shape[0], x.shape[1], x.shape[2]

    g.at("qkv = x @ self.qkv + self.qkv_bias")
    qkv_matmul = g.matmul(x, self.qkv)                            # f32[batch, tokens, 3*block_attention_width]
    qkv = g.add(qkv_matmul, self.qkv_bias)                        # f32[batch, tokens, 3*block_attention_width]

    g.at("heads = qkv.reshape(batch, tokens, 3, self.heads, width // self.heads)")
    heads = g.reshape(qkv, (batch, tokens, 3, self.heads, width // self.heads))  # f32[batch, tokens, 3, 2, width//2]

    g.at("q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))")
    q_k_v_transpose = g.transpose(heads, axes=(2, 0, 3, 1, 4))    # f32[3, batch, 2, tokens, width//2]
    q = g.index(q_k_v_transpose, g.s_[0])                         # f32[batch, 2, tokens, width//2]
    k = g.index(q_k_v_transpose, g.s_[1])                         # f32[batch, 2, tokens, width//2]
    v = g.index(q_k_v_transpose, g.s_[2])                         # f32[batch, 2, tokens, width//2]

    g.at("mixed = nn.scaled_dot_product_attention(q, k, v, mask[:, None, None, :])")
    mixed_index = g.index(mask, g.s_[:, None, None, :])           # bool_[batch, 1, 1, tokens]
    mixed = g.scaled_dot_product_attention(q, k, v, mixed_index)  # f32[batch, 2, tokens, width//2]

    g.at("return self.out(np.swapaxes(mixed, 1, 2).reshape(batch, tokens, width))")
    result_swapaxes = g.swapaxes(mixed, 1, 2)                     # f32[batch, tokens, 2, width//2]
    result_reshape = g.reshape(result_swapaxes, (batch, tokens, width))  # f32[batch, tokens, width]
    result = Linear_call(g, self.out, result_reshape)             # f32[batch, tokens, outputs]
    return result


def Perceptron_call(g, self, x):
    g.lines(69)

    g.at("return self.down(nn.gelu(self.up(x)))")
    result_up = Linear_call(g, self.up, x)                        # f32[batch, tokens, block_mlp_up_outputs]
    result_gelu = g.gelu(result_up)                               # f32[batch, tokens, block_mlp_up_outputs]
    result = Linear_call(g, self.down, result_gelu)               # f32[batch, tokens, block_mlp_down_outputs]
    return result


@dslc.builder("transformer_encoder.py")
def encode_block(
    g,
    x: Tensor[f32, batch, tokens, width], mask: Tensor[bool_, batch, tokens], block: Block
) -> Tensor[f32, batch, tokens, width]:
    """One block with the norms before its parts."""
    # require block_attention_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    # require block_attention_width == width: qkv = x @ self.qkv + self.qkv_bias
    # require 3*batch*block_attention_width*tokens == 6*batch*tokens*(width//2): heads = qkv.resh...
    # require inputs == width: return x @ self.weight + self.bias
    # require outputs == width: x = x + block.attention(block.attention_norm(x), mask)
    # require block_mlp_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    # require block_mlp_up_inputs == width: return x @ self.weight + self.bias
    # require block_mlp_down_inputs == block_mlp_up_outputs: return x @ self.weight + self.bias
    # require block_mlp_down_outputs == width: return x + block.mlp(block.mlp_norm(x))
    g.lines(97, 98)

    g.at("x = x + block.attention(block.attention_norm(x), mask)")
    x_attention_norm = LayerNorm_call(g, block.attention_norm, x)  # f32[batch, tokens, width]
    x_attention = SelfAttention_call(g, block.attention, x_attention_norm, mask)  # f32[batch, tokens, outputs]
    x = g.add(x, x_attention)                                     # f32[batch, tokens, width]

    g.at("return x + block.mlp(block.mlp_norm(x))")
    result_mlp_norm = LayerNorm_call(g, block.mlp_norm, x)        # f32[batch, tokens, width]
    result_mlp = Perceptron_call(g, block.mlp, result_mlp_norm)   # f32[batch, tokens, block_mlp_down_outputs]
    result = g.add(x, result_mlp)                                 # f32[batch, tokens, width]
    return result


@dslc.builder("transformer_encoder.py")
def encode(
    g,
    ids: Tensor[i64, batch, tokens], mask: Tensor[bool_, batch, tokens], encoder: Encoder
) -> Tensor[f32, batch, tokens, width]:
    """The vector of each token; `mask` is true where there is a token."""
    # require min(places, tokens) == tokens: x = encoder.words[ids] + encoder.places[: ids.shape[1]]
    # require encoder_blocks_0_attention_norm_width == width: x = encode_block(x, mask, block)
    # require encoder_blocks_0_attention_width == width: x = encode_block(x, mask, block)
    # require 3*batch*encoder_blocks_0_attention_width*tokens == 6*batch*tokens*(width//2): x = e...
    # require inputs == width: x = encode_block(x, mask, block)
    # require outputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_0_mlp_norm_width == width: x = encode_block(x, mask, block)
    # require encoder_blocks_0_mlp_up_inputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_0_mlp_down_inputs == encoder_blocks_0_mlp_up_outputs: x = encode_blo...
    # require encoder_blocks_0_mlp_down_outputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_attention_norm_width == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_attention_width == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_attention_out_inputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_attention_out_outputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_mlp_norm_width == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_mlp_up_inputs == width: x = encode_block(x, mask, block)
    # require encoder_blocks_1_mlp_down_inputs == encoder_blocks_1_mlp_up_outputs: x = encode_blo...
    # require encoder_blocks_1_mlp_down_outputs == width: x = encode_block(x, mask, block)
    # require encoder_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    g.lines(106, 108, 109)

    g.at("x = encoder.words[ids] + encoder.places[: ids.shape[1]]")
    x_index = g.index(encoder.words, g.s_[ids])                   # f32[batch, tokens, width]
    x_index_2 = g.index(encoder.places, g.s_[:ids.shape[1]])      # f32[min(places, tokens), width]
    x = g.add(x_index, x_index_2)                                 # f32[batch, tokens, width]

    for block in encoder.blocks:
        g.at("x = encode_block(x, mask, block)")
        x = g.call(encode_block, x, mask, block)                  # f32[batch, tokens, width]

    g.at("return encoder.norm(x)")
    result = LayerNorm_call(g, encoder.norm, x)                   # f32[batch, tokens, width]
    return result
