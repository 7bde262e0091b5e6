"""Gated recurrent cells over sequences of different lengths.

Look at: the gates are one matrix product, split in three or four; a sequence that has ended keeps
its state by a `where`; the LSTM carries a struct of two arrays through the loop.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, f32, graph, i64, nn

time, batch, features, units = dslc.dims("time batch features units")


@dataclass
class Gru:
    """Weights of a gated recurrent unit: the gates reset, update and new, side by side."""

    inputs: Tensor[f32, features, 3 * units]
    states: Tensor[f32, units, 3 * units]
    input_bias: Tensor[f32, 3 * units]
    state_bias: Tensor[f32, 3 * units]

    def step(self, x, h):
        """The next state of each sequence."""
        x_gates = x @ self.inputs + self.input_bias
        h_gates = h @ self.states + self.state_bias
        x_reset, x_update, x_new = np.split(x_gates, 3, axis=-1)
        h_reset, h_update, h_new = np.split(h_gates, 3, axis=-1)
        reset = nn.sigmoid(x_reset + h_reset)
        update = nn.sigmoid(x_update + h_update)
        new = np.tanh(x_new + reset * h_new)
        return (1.0 - update) * new + update * h


@dataclass
class State:
    """What an LSTM remembers: its output and its cell."""

    h: Tensor[f32, batch, units]
    c: Tensor[f32, batch, units]


@dataclass
class Lstm:
    """Weights of a long short-term memory: the gates enter, keep, new and show."""

    inputs: Tensor[f32, features, 4 * units]
    states: Tensor[f32, units, 4 * units]
    bias: Tensor[f32, 4 * units]

    def step(self, x, state):
        """The next state of each sequence."""
        gates = x @ self.inputs + state.h @ self.states + self.bias
        enter, keep, new, show = np.split(gates, 4, axis=-1)
        c = nn.sigmoid(keep) * state.c + nn.sigmoid(enter) * np.tanh(new)
        return State(nn.sigmoid(show) * np.tanh(c), c)


@graph
def run_gru(
    xs: Tensor[f32, time, batch, features], lengths: Tensor[i64, batch], cell: Gru
) -> tuple[Tensor[f32, time, batch, units], Tensor[f32, batch, units]]:
    """The states after each step, and the last one of each sequence."""
    steps, batch, _ = xs.shape
    units = cell.states.shape[0]
    h = np.zeros((batch, units), np.float32)
    out = np.zeros((steps, batch, units), np.float32)
    for t in range(steps):
        going = (t < lengths)[:, None]
        h = np.where(going, cell.step(xs[t], h), h)
        out[t] = h
    return out, h


@graph
def run_lstm(
    xs: Tensor[f32, time, batch, features], lengths: Tensor[i64, batch], cell: Lstm
) -> tuple[Tensor[f32, time, batch, units], State]:
    """The outputs of each step, zero where a sequence has ended, and the last states."""
    steps, batch, _ = xs.shape
    units = cell.states.shape[0]
    state = State(np.zeros((batch, units), np.float32), np.zeros((batch, units), np.float32))
    out = np.zeros((steps, batch, units), np.float32)
    for t in range(steps):
        going = (t < lengths)[:, None]
        new = cell.step(xs[t], state)
        out[t] = np.where(going, new.h, 0.0)
        state = State(np.where(going, new.h, state.h), np.where(going, new.c, state.c))
    return out, state
