# Written by `dslc build` from gru_lstm.py: edit that file and build again.
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


def Gru_step(g, self, x, h):
    g.lines(28, 29, 30, 31, 32, 33, 34, 35)

    g.at("x_gates = x @ self.inputs + self.input_bias")
    x_gates_matmul = g.matmul(x, self.inputs)                     # f32[batch, 3*units]
    x_gates = g.add(x_gates_matmul, self.input_bias)              # f32[batch, 3*units]

    g.at("h_gates = h @ self.states + self.state_bias")
    h_gates_matmul = g.matmul(h, self.states)                     # f32[batch, 3*units]
    h_gates = g.add(h_gates_matmul, self.state_bias)              # f32[batch, 3*units]

    g.at("x_reset, x_update, x_new = np.split(x_gates, 3, axis=-1)")
    x_reset, x_update, x_new = g.split(x_gates, 3, axis=-1)       # f32[batch, units], f32[batch, units], f32[batch, units]

    g.at("h_reset, h_update, h_new = np.split(h_gates, 3, axis=-1)")
    h_reset, h_update, h_new = g.split(h_gates, 3, axis=-1)       # f32[batch, units], f32[batch, units], f32[batch, units]

    g.at("reset = nn.sigmoid(x_reset + h_reset)")
    reset_add = g.add(x_reset, h_reset)                           # f32[batch, units]
    reset = g.sigmoid(reset_add)                                  # f32[batch, units]

    g.at("update = nn.sigmoid(x_update + h_update)")
    update_add = g.add(x_update, h_update)                        # f32[batch, units]
    update = g.sigmoid(update_add)                                # f32[batch, units]

    g.at("new = np.tanh(x_new + reset * h_new)")
    new_multiply = g.multiply(reset, h_new)                       # f32[batch, units]
    new_add = g.add(x_new, new_multiply)                          # f32[batch, units]
    new = g.tanh(new_add)                                         # f32[batch, units]

    g.at("return (1.0 - update) * new + update * h")
    result_subtract = g.subtract(1.0, update)                     # f32[batch, units]
    result_multiply = g.multiply(result_subtract, new)            # f32[batch, units]
    result_multiply_2 = g.multiply(update, h)                     # f32[batch, units]
    result = g.add(result_multiply, result_multiply_2)            # f32[batch, units]
    return result


@dslc.builder("gru_lstm.py", captures=("Gru.step",))
def run_gru(
    g,
    xs: Tensor[f32, time, batch, features], lengths: Tensor[i64, batch], cell: Gru
) -> tuple[Tensor[f32, time, batch, units], Tensor[f32, batch, units]]:
    """The states after each step, and the last one of each sequence."""
    # require cell_features == features: x_gates = x @ self.inputs + self.input_bias
    g.lines(69, 70, 71, 72, 73, 74)

    steps, batch, _ = xs.shape[0], xs.shape[1], xs.shape[2]
    units = cell.states.shape[0]

    g.at("h = np.zeros((batch, units), np.float32)")
    h = g.zeros((batch, units), np.float32)                       # f32[batch, units]

    g.at("out = np.zeros((steps, batch, units), np.float32)")
    out = g.zeros((steps, batch, units), np.float32)              # f32[time, batch, units]

    g.at("for t in range(steps):")

    def loop1_body(t, h, out):                                    # int, f32[batch, units], f32[time, batch, units]
        g.at("going = (t < lengths)[:, None]")
        going_less = g.less(t, lengths)                           # bool_[batch]
        going = g.index(going_less, g.s_[:, None])                # bool_[batch, 1]

        g.at("h = np.where(going, cell.step(xs[t], h), h)")
        h_index = g.index(xs, g.s_[t])                            # f32[batch, features]
        h_step = Gru_step(g, cell, h_index, h)                    # f32[batch, units]
        h = g.where(going, h_step, h)                             # f32[batch, units]

        g.at("out[t] = h")
        out = g.store(out, g.s_[t], h)                            # f32[time, batch, units]
        return h, out

    h, out = g.for_(g.range(steps), loop1_body, (h, out))         # f32[batch, units], f32[time, batch, units]

    return out, h


def Lstm_step(g, self, x, state):
    g.lines(56, 57, 58, 59)

    g.at("gates = x @ self.inputs + state.h @ self.states + self.bias")
    gates_matmul = g.matmul(x, self.inputs)                       # f32[batch, 4*units]
    gates_matmul_2 = g.matmul(state.h, self.states)               # f32[batch, 4*units]
    gates_add = g.add(gates_matmul, gates_matmul_2)               # f32[batch, 4*units]
    gates = g.add(gates_add, self.bias)                           # f32[batch, 4*units]

    g.at("enter, keep, new, show = np.split(gates, 4, axis=-1)")
    enter, keep, new, show = g.split(gates, 4, axis=-1)           # f32[batch, units], f32[batch, units], f32[batch, units], f32[batch, units]

    g.at("c = nn.sigmoid(keep) * state.c + nn.sigmoid(enter) * np.tanh(new)")
    c_sigmoid = g.sigmoid(keep)                                   # f32[batch, units]
    c_multiply = g.multiply(c_sigmoid, state.c)                   # f32[batch, units]
    c_sigmoid_2 = g.sigmoid(enter)                                # f32[batch, units]
    c_tanh = g.tanh(new)                                          # f32[batch, units]
    c_multiply_2 = g.multiply(c_sigmoid_2, c_tanh)                # f32[batch, units]
    c = g.add(c_multiply, c_multiply_2)                           # f32[batch, units]

    g.at("return State(nn.sigmoid(show) * np.tanh(c), c)")
    result_sigmoid = g.sigmoid(show)                              # f32[batch, units]
    result_tanh = g.tanh(c)                                       # f32[batch, units]
    result_multiply = g.multiply(result_sigmoid, result_tanh)     # f32[batch, units]
    return State(result_multiply, c)


@dslc.builder("gru_lstm.py", captures=("Lstm.step",))
def run_lstm(
    g,
    xs: Tensor[f32, time, batch, features], lengths: Tensor[i64, batch], cell: Lstm
) -> tuple[Tensor[f32, time, batch, units], State]:
    """The outputs of each step, zero where a sequence has ended, and the last states."""
    # require cell_features == features: gates = x @ self.inputs + state.h @ self.states + self.bias
    g.lines(85, 86, 87, 88, 89, 90, 91)

    steps, batch, _ = xs.shape[0], xs.shape[1], xs.shape[2]
    units = cell.states.shape[0]

    g.at("state = State(np.zeros((batch, units), np.float32), np.zeros((batch, units), np.float...")
    state_zeros = g.zeros((batch, units), np.float32)             # f32[batch, units]
    state_zeros_2 = g.zeros((batch, units), np.float32)           # f32[batch, units]
    state = State(state_zeros, state_zeros_2)

    g.at("out = np.zeros((steps, batch, units), np.float32)")
    out = g.zeros((steps, batch, units), np.float32)              # f32[time, batch, units]

    g.at("for t in range(steps):")

    def loop1_body(t, state, out):                                # int, State(f32[batch, units], f32[batch, units]), f32[time, batch, units]
        g.at("going = (t < lengths)[:, None]")
        going_less = g.less(t, lengths)                           # bool_[batch]
        going = g.index(going_less, g.s_[:, None])                # bool_[batch, 1]

        g.at("new = cell.step(xs[t], state)")
        new_index = g.index(xs, g.s_[t])                          # f32[batch, features]
        new = Lstm_step(g, cell, new_index, state)                # State(f32[batch, units], f32[batch, units])

        g.at("out[t] = np.where(going, new.h, 0.0)")
        out_where = g.where(going, new.h, 0.0)                    # f32[batch, units]
        out = g.store(out, g.s_[t], out_where)                    # f32[time, batch, units]

        g.at("state = State(np.where(going, new.h, state.h), np.where(going, new.c, state.c))")
        state_where = g.where(going, new.h, state.h)              # f32[batch, units]
        state_where_2 = g.where(going, new.c, state.c)            # f32[batch, units]
        state = State(state_where, state_where_2)
        return state, out

    state, out = g.for_(g.range(steps), loop1_body, (state, out))  # State(f32[batch, units], f32[batch, units]), f32[time, batch, units]

    return out, state
