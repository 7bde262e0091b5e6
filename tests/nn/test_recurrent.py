"""Recurrent cells and layers against their equations; graphs of layers, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Scalar, Tensor, f64, graph, nn

rng = np.random.default_rng(9)
TOKENS, BATCH, INPUTS, HIDDEN = 4, 2, 3, 5
X = rng.standard_normal((TOKENS, BATCH, INPUTS))
H, C = rng.standard_normal((2, BATCH, HIDDEN))
t, b, inputs, hidden = dslc.dims("t b inputs hidden")


def parameters(gates: int) -> list[np.ndarray]:
    rows = gates * HIDDEN
    shapes = [(rows, INPUTS), (rows, HIDDEN), (rows,), (rows,)]
    return [rng.standard_normal(shape) for shape in shapes]


RNN, GRU, LSTM = parameters(1), parameters(3), parameters(4)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def parts(x: np.ndarray, h: np.ndarray, weights: list[np.ndarray], gates: int) -> Any:
    w_ih, w_hh, b_ih, b_hh = weights
    of_x, of_h = np.split(x @ w_ih.T + b_ih, gates, -1), np.split(h @ w_hh.T + b_hh, gates, -1)
    return zip(of_x, of_h, strict=True)


def gru_step(x: np.ndarray, h: np.ndarray) -> np.ndarray:
    r, z, n = parts(x, h, GRU, 3)
    candidate = np.tanh(n[0] + sigmoid(r[0] + r[1]) * n[1])
    update = sigmoid(z[0] + z[1])
    return np.asarray((1 - update) * candidate + update * h)


def lstm_step(x: np.ndarray, h: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    i, f, g, o = (one + other for one, other in parts(x, h, LSTM, 4))
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def test_cells() -> None:
    ((of_x, of_h),) = parts(X[0], H, RNN, 1)
    np.testing.assert_allclose(nn.rnn_cell(X[0], H, *RNN), np.tanh(of_x + of_h))
    found = nn.rnn_cell(X[0], H, *RNN, nonlinearity="relu")
    np.testing.assert_allclose(found, np.maximum(of_x + of_h, 0))
    np.testing.assert_allclose(nn.gru_cell(X[0], H, *GRU), gru_step(X[0], H))
    np.testing.assert_allclose(nn.lstm_cell(X[0], H, C, *LSTM), lstm_step(X[0], H, C))
    one = nn.gru_cell(X[0, 0], H[0], *GRU)
    np.testing.assert_allclose(one, gru_step(X[0], H)[0])
    no_bias = nn.gru_cell(X[0], H, *GRU[:2])
    zero = np.zeros(3 * HIDDEN)
    np.testing.assert_allclose(no_bias, nn.gru_cell(X[0], H, *GRU[:2], zero, zero))


@pytest.mark.parametrize("reverse", [False, True])
def test_layers(reverse: bool) -> None:
    order = range(TOKENS)[::-1] if reverse else range(TOKENS)
    h, long, short = H, H, C
    states, shorts = np.zeros((2, TOKENS, BATCH, HIDDEN))
    for token in order:
        h = states[token] = gru_step(X[token], h)
        long, short = lstm_step(X[token], long, short)
        shorts[token] = long
    found, last = nn.gru(X, H, *GRU, reverse=reverse)
    np.testing.assert_allclose(found, states)
    np.testing.assert_allclose(last, h)
    found, (last, memory) = nn.lstm(X, H, C, *LSTM, reverse=reverse)
    np.testing.assert_allclose(found, shorts)
    np.testing.assert_allclose(last, long)
    np.testing.assert_allclose(memory, short)
    assert nn.rnn(X[:0], H, *RNN, reverse=reverse)[0].shape == (0, BATCH, HIDDEN)


@graph
def both_ways(
    x: Tensor[f64, t, b, inputs],
    h: Tensor[f64, b, hidden],
    w_ih: Tensor[f64, 3 * hidden, inputs],
    w_hh: Tensor[f64, 3 * hidden, hidden],
    bias: Tensor[f64, 3 * hidden],
) -> Any:
    there, last = nn.gru(x, h, w_ih, w_hh, bias, bias)
    back, first = nn.gru(x, last, w_ih, w_hh, bias, reverse=True)
    return np.concatenate((there, back), axis=-1), first


@graph
def loss(
    w_hh: Tensor[f64, 4 * hidden, hidden],
    x: Tensor[f64, t, b, inputs],
    h: Tensor[f64, b, hidden],
    w_ih: Tensor[f64, 4 * hidden, inputs],
) -> Scalar[f64]:
    states, (last, memory) = nn.lstm(x, h, 0.5 * h, w_ih, w_hh)
    return np.sum(states * states) + np.sum(last * memory)


def test_graphs_of_layers() -> None:
    arguments = X, H, *GRU[:3]
    expected = both_ways(*arguments)
    for given, each in zip(dslc.compile(both_ways)(*arguments), expected, strict=True):
        np.testing.assert_allclose(given, each, rtol=1e-12)


def test_gradient_of_a_layer() -> None:
    arguments = LSTM[1], X, H, LSTM[0]
    found = dslc.grad(dslc.compile(loss))(*arguments)
    along = rng.standard_normal(found.shape)
    above, below = (loss(LSTM[1] + step * along, *arguments[1:]) for step in (1e-6, -1e-6))
    np.testing.assert_allclose(np.sum(found * along), (above - below) / 2e-6, rtol=1e-6)


def test_refusals() -> None:
    with pytest.raises(DslError, match="`w_ih` has 15 rows, which are to be 4 gates of 5"):
        nn.lstm_cell(X[0], H, C, *GRU)
    with pytest.raises(DslError, match="`nonlinearity` is one of"):
        nn.rnn_cell(X[0], H, *RNN, nonlinearity="sigmoid")
