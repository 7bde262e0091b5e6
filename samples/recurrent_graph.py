# Written by `dslc build` from recurrent.py: edit that file and build again.
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


@dslc.builder("recurrent.py")
def step(g, x: Tensor[f32, n], h: Tensor[f32, m], cell: Cell) -> Tensor[f32, m]:
    """The next state."""
    # require cell_n == n: return np.tanh(x @ cell.inputs + h @ cell.states + cell.bias)
    # require cell_m == m: return np.tanh(x @ cell.inputs + h @ cell.states + cell.bias)
    g.lines(29)

    g.at("return np.tanh(x @ cell.inputs + h @ cell.states + cell.bias)")
    result_matmul = g.matmul(x, cell.inputs)                      # f32[m]
    result_matmul_2 = g.matmul(h, cell.states)                    # f32[m]
    result_add = g.add(result_matmul, result_matmul_2)            # f32[m]
    result_add_2 = g.add(result_add, cell.bias)                   # f32[m]
    result = g.tanh(result_add_2)                                 # f32[m]
    return result


@dslc.builder("recurrent.py", captures=("step",))
def run_cell(g, xs: Tensor[f32, t, n], h: Tensor[f32, m], cell: Cell, settled: float):
    """All states, and the number of steps until the state moved by less than `settled`."""
    # require cell_n == n: h = step(xs[i], h, cell)
    # require cell_m == m: h = step(xs[i], h, cell)
    g.lines(35, 36, 38, 39, 40, 41, 42)

    g.at("out = np.zeros((xs.shape[0], h.shape[0]), dtype=np.float32)")
    out = g.zeros((xs.shape[0], h.shape[0]), np.float32)          # f32[t, m]

    g.at("for i in range(xs.shape[0]):")

    def loop1_body(i, h, out, result):                            # int, f32[m], f32[t, m], (f32[t, m], int)
        before = h

        g.at("h = step(xs[i], h, cell)")
        h_index = g.index(xs, g.s_[i])                            # f32[n]
        h = g.call(step, h_index, h, cell)                        # f32[m]

        g.at("out[i] = h")
        out = g.store(out, g.s_[i], h)                            # f32[t, m]

        g.at("if np.max(np.abs(h - before)) < settled:")
        test_subtract = g.subtract(h, before)                     # f32[m]
        test_abs = g.abs(test_subtract)                           # f32[m]
        test_max = g.max(test_abs)                                # f32
        test = g.less(test_max, settled)                          # bool_

        def if1_then():
            g.at("return out, i + 1")
            return (out, i + 1), g.RETURN

        def if1_else():
            return (g.unset, g.unset), g.RUN

        result, exit = g.if_(test, if1_then, if1_else)            # (f32[t, m], int), int
        return h, out, result, exit

    h, out, result, exit = g.for_(                                # f32[m], f32[t, m], (f32[t, m], int), int
        g.range(xs.shape[0]),
        loop1_body,
        (h, out, (g.unset, g.unset)),
        exits=True,
    )
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return out, xs.shape[0]")
        return (out, xs.shape[0])

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # f32[t, m], int
    return result
