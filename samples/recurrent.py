"""A recurrent cell over time that stops early when its state settles.

Look at: the loop over time is a `for_` node whatever its length; the states are stored row by row,
and the rows after an early return stay zero.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, f32, graph

t, m, n = dslc.dims("t m n")


@dataclass
class Cell:
    """Weights of a tanh cell with `n` inputs and `m` states."""

    inputs: Tensor[f32, n, m]
    states: Tensor[f32, m, m]
    bias: Tensor[f32, m]


@graph
def step(x: Tensor[f32, n], h: Tensor[f32, m], cell: Cell) -> Tensor[f32, m]:
    """The next state."""
    return np.tanh(x @ cell.inputs + h @ cell.states + cell.bias)


@graph
def run_cell(xs: Tensor[f32, t, n], h: Tensor[f32, m], cell: Cell, settled: float):
    """All states, and the number of steps until the state moved by less than `settled`."""
    out = np.zeros((xs.shape[0], h.shape[0]), dtype=np.float32)
    for i in range(xs.shape[0]):
        before = h
        h = step(xs[i], h, cell)
        out[i] = h
        if np.max(np.abs(h - before)) < settled:
            return out, i + 1
    return out, xs.shape[0]
