"""One step of recurrent networks: `dslc.nn.rnn`, `gru` and `lstm` take one after the other.

`x` is `[..., inputs]`, `h` is `[..., hidden]`; floats of 16 bits are computed with in f32. The rows
of the weights are the gates, one below the other, as most libraries have them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import op

from .activations import relu, sigmoid
from .nn import linear
from .operands import check_equal, check_rank, choice, floats, narrow, wide


def _gates(x: Any, weight: Any, bias: Any, count: int, hidden: Any, role: str) -> list[Any]:
    """What each of so many gates gets of one input."""
    weight = wide(floats(weight, role))
    check_rank(weight, 2, role, "[gates * hidden, inputs]")
    rows = weight.shape[0]
    message = f"`{role}` has {rows} rows, which are to be {count} gates of {hidden}"
    check_equal(rows, count * hidden, message)
    found = linear(x, weight, None if bias is None else wide(floats(bias, "bias")))
    return [found[..., n * hidden : (n + 1) * hidden] for n in range(count)]


def _both(x: Any, h: Any, count: int, *parameters: Any) -> list[tuple[Any, Any]]:
    """What each gate gets of the input, and of the state."""
    w_ih, w_hh, b_ih, b_hh = parameters
    hidden = h.shape[-1]
    of_x = _gates(x, w_ih, b_ih, count, hidden, "w_ih")
    return list(zip(of_x, _gates(h, w_hh, b_hh, count, hidden, "w_hh"), strict=True))


def _states(x: Any, h: Any, role: str = "h") -> tuple[Any, Any]:
    x, h = floats(x), floats(h, role)
    check_equal(h.ndim, x.ndim, f"`{role}` has as many axes as `x`")
    return wide(x), wide(h)


@op(public="nn.rnn_cell", expands=True)
def rnn_cell(
    x: Any,
    h: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any = None,
    b_hh: Any = None,
    *,
    nonlinearity: str = "tanh",
) -> Any:
    """The next state: `tanh(x @ w_ih.T + b_ih + h @ w_hh.T + b_hh)`, or "relu". Elman, 1990.

    `w_ih` is `[hidden, inputs]`, `w_hh` `[hidden, hidden]`, the biases are `[hidden]`.

    >>> one = np.array([[1.0]])
    >>> dslc.nn.rnn_cell(one, 2 * one, 3 * one, one, nonlinearity="relu")
    array([[5.]])
    """
    choice(nonlinearity, ("tanh", "relu"), "nonlinearity")
    given, state = _states(x, h)
    ((of_x, of_h),) = _both(given, state, 1, w_ih, w_hh, b_ih, b_hh)
    total = of_x + of_h
    return narrow(np.tanh(total) if nonlinearity == "tanh" else relu(total), h)


@op(public="nn.gru_cell", expands=True)
def gru_cell(x: Any, h: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next state of a gated recurrent unit. Cho and others, 2014.

    `r = sigmoid(x_r + h_r)`, `z = sigmoid(x_z + h_z)`, `n = tanh(x_n + r * h_n)`, then
    `n + z * (h - n)`, where `x_r` and so on are parts of `x @ w_ih.T + b_ih`, `h_r` of
    `h @ w_hh.T + b_hh`, in the order r, z, n. `w_ih` is `[3 * hidden, inputs]`, `w_hh`
    `[3 * hidden, hidden]`, the biases are `[3 * hidden]`.

    >>> x, h = np.array([[1.0]]), np.array([[0.5]])
    >>> dslc.nn.gru_cell(x, h, np.zeros((3, 1)), np.zeros((3, 1)))
    array([[0.25]])
    """
    given, state = _states(x, h)
    r, z, n = _both(given, state, 3, w_ih, w_hh, b_ih, b_hh)
    candidate = np.tanh(n[0] + sigmoid(r[0] + r[1]) * n[1])
    return narrow(candidate + sigmoid(z[0] + z[1]) * (state - candidate), h)


@op(public="nn.lstm_cell", expands=True)
def lstm_cell(
    x: Any, h: Any, c: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None
) -> Any:
    """The next state and memory, `(h, c)`, of a long short-term memory.

    With gates i, f, g, o, in this order the parts of `x @ w_ih.T + b_ih + h @ w_hh.T + b_hh`:
    `c = sigmoid(f) * c + sigmoid(i) * tanh(g)`, `h = sigmoid(o) * tanh(c)`. Hochreiter and
    Schmidhuber, 1997; Gers and others, 2000. `w_ih` is `[4 * hidden, inputs]`, `w_hh`
    `[4 * hidden, hidden]`, the biases are `[4 * hidden]`.

    >>> x, h, c = np.array([[1.0]]), np.array([[0.0]]), np.array([[2.0]])
    >>> dslc.nn.lstm_cell(x, h, c, np.zeros((4, 1)), np.zeros((4, 1)))[1]
    array([[1.]])
    """
    given, state = _states(x, h)
    _, memory = _states(x, c, "c")
    check_equal(c.shape[-1], h.shape[-1], "`h` and `c` are of one size")
    i, f, g, o = (a + b for a, b in _both(given, state, 4, w_ih, w_hh, b_ih, b_hh))
    after = sigmoid(f) * memory + sigmoid(i) * np.tanh(g)
    return narrow(sigmoid(o) * np.tanh(after), h), narrow(after, c)
