# Written by `dslc build` from bert.py: edit that file and build again.
"""BERT: self-attention and perceptrons over texts of any length. Devlin and others, 2018.

Look at: `encode_layer` is one function, called for each layer; `batch` and `tokens` stay symbolic,
so that one graph serves every length, and texts are padded to the longest of their batch only. The
assert lets the sizes of the heads be proved. `bench/dynamic_shapes.py` runs it with many lengths.

    dslc run samples/bert.py:encode --compare --dim words=10
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, bool_, f32, graph, i64, nn

batch, tokens, width, inner, words, places = dslc.dims("batch tokens width inner words places")


@dataclass
class LayerNorm:
    """Normalizes the last axis, then scales and shifts it."""

    weight: Tensor[f32, width]
    bias: Tensor[f32, width]

    def __call__(self, x):
        return nn.layer_norm(x, self.weight, self.bias)


@dataclass
class SelfAttention:
    """Every token looks at the tokens of its text, with several heads."""

    qkv: Tensor[f32, width, 3 * width]
    qkv_bias: Tensor[f32, 3 * width]
    out: Tensor[f32, width, width]
    out_bias: Tensor[f32, width]
    heads: Static[int] = 2

    def __call__(self, x, mask):
        batch, tokens, width = x.shape
        assert width % self.heads == 0
        qkv = x @ self.qkv + self.qkv_bias
        heads = qkv.reshape(batch, tokens, 3, self.heads, width // self.heads)
        q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))
        seen = nn.scaled_dot_product_attention(q, k, v, mask[:, None, None, :])
        return np.swapaxes(seen, 1, 2).reshape(x.shape) @ self.out + self.out_bias


@dataclass
class Perceptron:
    """Two affine maps with a GELU between them, for each token."""

    up: Tensor[f32, width, inner]
    up_bias: Tensor[f32, inner]
    down: Tensor[f32, inner, width]
    down_bias: Tensor[f32, width]

    def __call__(self, x):
        return nn.gelu(x @ self.up + self.up_bias) @ self.down + self.down_bias


@dataclass
class Layer:
    """What a layer learns."""

    attention: SelfAttention
    attention_norm: LayerNorm
    perceptron: Perceptron
    perceptron_norm: LayerNorm


@dataclass
class Bert:
    """Vectors of words and places, the layers, and an affine map of each text's first token."""

    words: Tensor[f32, words, width]
    places: Tensor[f32, places, width]
    norm: LayerNorm
    layers: list[Layer]
    pooler: Tensor[f32, width, width]
    pooler_bias: Tensor[f32, width]


def SelfAttention_call(g, self, x, mask):
    g.lines(43, 44, 45, 46, 47, 48)

    batch, tokens, width = x.shape[0], x.shape[1], x.shape[2]

    g.at("assert width % self.heads == 0")
    test = g.equal(width % self.heads, 0)                         # bool
    checked = g.check(test)                                       # bool

    g.at("qkv = x @ self.qkv + self.qkv_bias")
    qkv_matmul = g.matmul(x, self.qkv)                            # f32[batch, tokens, 3*width]
    qkv = g.add(qkv_matmul, self.qkv_bias)                        # f32[batch, tokens, 3*width]

    g.at("heads = qkv.reshape(batch, tokens, 3, self.heads, width // self.heads)")
    heads = g.reshape(qkv, (batch, tokens, 3, self.heads, width // self.heads))  # f32[batch, tokens, 3, 2, width//2]

    g.at("q, k, v = np.transpose(heads, (2, 0, 3, 1, 4))")
    q_k_v_transpose = g.transpose(heads, axes=(2, 0, 3, 1, 4))    # f32[3, batch, 2, tokens, width//2]
    q = g.index(q_k_v_transpose, g.s_[0])                         # f32[batch, 2, tokens, width//2]
    k = g.index(q_k_v_transpose, g.s_[1])                         # f32[batch, 2, tokens, width//2]
    v = g.index(q_k_v_transpose, g.s_[2])                         # f32[batch, 2, tokens, width//2]

    g.at("seen = nn.scaled_dot_product_attention(q, k, v, mask[:, None, None, :])")
    seen_index = g.index(mask, g.s_[:, None, None, :])            # bool_[batch, 1, 1, tokens]
    seen = g.scaled_dot_product_attention(q, k, v, seen_index)    # f32[batch, 2, tokens, width//2]

    g.at("return np.swapaxes(seen, 1, 2).reshape(x.shape) @ self.out + self.out_bias")
    result_swapaxes = g.swapaxes(seen, 1, 2)                      # f32[batch, tokens, 2, width//2]
    result_reshape = g.reshape(result_swapaxes, (x.shape[0], x.shape[1], x.shape[2]))  # f32[batch, tokens, width]
    result_matmul = g.matmul(result_reshape, self.out)            # f32[batch, tokens, width]
    result = g.add(result_matmul, self.out_bias)                  # f32[batch, tokens, width]
    return result


def LayerNorm_call(g, self, x):
    g.lines(28)

    g.at("return nn.layer_norm(x, self.weight, self.bias)")
    result = g.layer_norm(x, self.weight, self.bias)              # f32[batch, tokens, width]
    return result


def Perceptron_call(g, self, x):
    g.lines(61)

    g.at("return nn.gelu(x @ self.up + self.up_bias) @ self.down + self.down_bias")
    result_matmul = g.matmul(x, self.up)                          # f32[batch, tokens, inner]
    result_add = g.add(result_matmul, self.up_bias)               # f32[batch, tokens, inner]
    result_gelu = g.gelu(result_add)                              # f32[batch, tokens, inner]
    result_matmul_2 = g.matmul(result_gelu, self.down)            # f32[batch, tokens, width]
    result = g.add(result_matmul_2, self.down_bias)               # f32[batch, tokens, width]
    return result


@dslc.builder("bert.py", captures=("SelfAttention.__call__", "LayerNorm.__call__", "Perceptron.__call__"))
def encode_layer(
    g,
    x: Tensor[f32, batch, tokens, width], mask: Tensor[bool_, batch, tokens], layer: Layer
) -> Tensor[f32, batch, tokens, width]:
    """One layer: a norm follows each of its two parts, which is added to what it reads."""
    # require layer_attention_width == width: qkv = x @ self.qkv + self.qkv_bias
    # require layer_attention_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    # require layer_perceptron_width == width: return nn.gelu(x @ self.up + self.up_bias) @ self....
    # require layer_perceptron_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    g.lines(91, 92)

    g.at("x = layer.attention_norm(x + layer.attention(x, mask))")
    x_attention = SelfAttention_call(g, layer.attention, x, mask)  # f32[batch, tokens, width]
    x_add = g.add(x, x_attention)                                 # f32[batch, tokens, width]
    x = LayerNorm_call(g, layer.attention_norm, x_add)            # f32[batch, tokens, width]

    g.at("return layer.perceptron_norm(x + layer.perceptron(x))")
    result_perceptron = Perceptron_call(g, layer.perceptron, x)   # f32[batch, tokens, width]
    result_add = g.add(x, result_perceptron)                      # f32[batch, tokens, width]
    result = LayerNorm_call(g, layer.perceptron_norm, result_add)  # f32[batch, tokens, width]
    return result


@dslc.builder("bert.py", captures=("LayerNorm.__call__", "encode_layer"))
def encode(
    g,
    ids: Tensor[i64, batch, tokens], lengths: Tensor[i64, batch], bert: Bert
) -> Tensor[f32, batch, width]:
    """A vector for each text; what stands in `ids` behind a text's length is padding."""
    # require tokens <= places: x = bert.norm(bert.words[ids] + bert.places[: ids.shape[1]])
    # require bert_norm_width == width: return nn.layer_norm(x, self.weight, self.bias)
    # require bert_layers_0_attention_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_0_attention_norm_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_0_perceptron_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_0_perceptron_norm_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_1_attention_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_1_attention_norm_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_1_perceptron_width == width: x = encode_layer(x, mask, layer)
    # require bert_layers_1_perceptron_norm_width == width: x = encode_layer(x, mask, layer)
    g.lines(100, 101, 103, 104)

    g.at("mask = np.arange(ids.shape[1]) < lengths[:, None]")
    mask_arange = g.arange(ids.shape[1])                          # i64[tokens]
    mask_index = g.index(lengths, g.s_[:, None])                  # i64[batch, 1]
    mask = g.less(mask_arange, mask_index)                        # bool_[batch, tokens]

    g.at("x = bert.norm(bert.words[ids] + bert.places[: ids.shape[1]])")
    x_index = g.index(bert.words, g.s_[ids])                      # f32[batch, tokens, width]
    x_index_2 = g.index(bert.places, g.s_[:ids.shape[1]])         # f32[tokens, width]
    x_add = g.add(x_index, x_index_2)                             # f32[batch, tokens, width]
    x = LayerNorm_call(g, bert.norm, x_add)                       # f32[batch, tokens, width]

    for layer in bert.layers:
        g.at("x = encode_layer(x, mask, layer)")
        x = g.call(encode_layer, x, mask, layer)                  # f32[batch, tokens, width]

    g.at("return np.tanh(x[:, 0] @ bert.pooler + bert.pooler_bias)")
    result_index = g.index(x, g.s_[:, 0])                         # f32[batch, width]
    result_matmul = g.matmul(result_index, bert.pooler)           # f32[batch, width]
    result_add = g.add(result_matmul, bert.pooler_bias)           # f32[batch, width]
    result = g.tanh(result_add)                                   # f32[batch, width]
    return result
