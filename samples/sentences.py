# ruff: noqa: F722
"""Sentences of different lengths as one batch without padding: one vector for each.

Look at: a ragged value is two arrays, `tokens.values` and `tokens.offsets`; each operation on it is
a function of the text that says what becomes of them, and a check where rows must be alike.

    dslc run samples/sentences.py:encode --dim words=10 --compare
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Ragged, Tensor, f32, graph, i64, ragged

B, words, width = dslc.dims("B words width")


@dataclass
class Encoder:
    """Weights of one layer of attention and of what pools its words."""

    embedding: Tensor[f32, words, width]
    query: Tensor[f32, width, width]
    key: Tensor[f32, width, width]
    value: Tensor[f32, width, width]
    pool: Tensor[f32, width]


@graph
def encode(encoder: Encoder, tokens: Ragged[i64, B, "*"]) -> Tensor[f32, B, width]:
    """A vector of length 1 for each sentence, zeros for one without words."""
    x = ragged.take(encoder.embedding, tokens)
    # Each word looks at those of its own sentence.
    x = x + ragged.attention(x @ encoder.query, x @ encoder.key, x @ encoder.value)
    weights = ragged.softmax(x @ encoder.pool)
    pooled = np.sum(x * np.expand_dims(weights, 2), axis=1)
    length = np.sqrt(np.sum(pooled * pooled, axis=1, keepdims=True))
    return pooled / np.maximum(length, 1e-9)
