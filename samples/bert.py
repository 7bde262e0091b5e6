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


@graph
def encode_layer(
    x: Tensor[f32, batch, tokens, width], mask: Tensor[bool_, batch, tokens], layer: Layer
) -> Tensor[f32, batch, tokens, width]:
    """One layer: a norm follows each of its two parts, which is added to what it reads."""
    x = layer.attention_norm(x + layer.attention(x, mask))
    return layer.perceptron_norm(x + layer.perceptron(x))


@graph
def encode(
    ids: Tensor[i64, batch, tokens], lengths: Tensor[i64, batch], bert: Bert
) -> Tensor[f32, batch, width]:
    """A vector for each text; what stands in `ids` behind a text's length is padding."""
    mask = np.arange(ids.shape[1]) < lengths[:, None]
    x = bert.norm(bert.words[ids] + bert.places[: ids.shape[1]])
    for layer in bert.layers:
        x = encode_layer(x, mask, layer)
    return np.tanh(x[:, 0] @ bert.pooler + bert.pooler_bias)
