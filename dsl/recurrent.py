"""Recurrent layers, and attention by a user's scores: written in the language, with their loops.

The tokens are the first axis of `x`, `[tokens, ..., inputs]`, and of what the layers give. Weights
are those of the cells: `dslc explain dslc.nn.lstm_cell`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.ops.attention import attention_scores, masked_softmax
from dslc.ir.ops.recurrent import gru_cell, lstm_cell, rnn_cell


def rnn(
    x: Any,
    h: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any = None,
    b_hh: Any = None,
    *,
    nonlinearity: str = "tanh",
    reverse: bool = False,
) -> Any:
    """The states after each token, `[tokens, ..., hidden]`, and the last one.

    With `reverse` from the last token to the first; the states stand where their tokens do.
    """
    states = np.zeros(x.shape[:1] + h.shape, h.dtype)
    for step in range(x.shape[0]):
        token = x.shape[0] - 1 - step if reverse else step
        h = rnn_cell(x[token], h, w_ih, w_hh, b_ih, b_hh, nonlinearity=nonlinearity)
        states[token] = h
    return states, h


def gru(
    x: Any,
    h: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any = None,
    b_hh: Any = None,
    *,
    reverse: bool = False,
) -> Any:
    """The states after each token, `[tokens, ..., hidden]`, and the last one; see `rnn`."""
    states = np.zeros(x.shape[:1] + h.shape, h.dtype)
    for step in range(x.shape[0]):
        token = x.shape[0] - 1 - step if reverse else step
        h = gru_cell(x[token], h, w_ih, w_hh, b_ih, b_hh)
        states[token] = h
    return states, h


def lstm(
    x: Any,
    h: Any,
    c: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any = None,
    b_hh: Any = None,
    *,
    reverse: bool = False,
) -> Any:
    """The states after each token, `[tokens, ..., hidden]`, and the last `(h, c)`; see `rnn`."""
    states = np.zeros(x.shape[:1] + h.shape, h.dtype)
    for step in range(x.shape[0]):
        token = x.shape[0] - 1 - step if reverse else step
        h, c = lstm_cell(x[token], h, c, w_ih, w_hh, b_ih, b_hh)
        states[token] = h
    return states, (h, c)


def attention(
    q: Any,
    k: Any,
    v: Any,
    score: Callable[[Any, Any, Any], Any],
    *,
    scale: float | None = None,
) -> Any:
    """`scaled_dot_product_attention` with scores that a function changes.

    `score(scores, queries, keys)` gets the scores `[..., queries, keys]` and the positions of
    queries, `[queries, 1]`, and keys, `[keys]`; a score of -inf hides the key. A query from which
    all keys are hidden gives zeros.
    """
    queries, keys = np.arange(q.shape[-2]), np.arange(k.shape[-2])
    scores = score(attention_scores(q, k, scale=scale), queries[:, None], keys)
    return (masked_softmax(scores) @ v.astype(scores.dtype)).astype(q.dtype)
