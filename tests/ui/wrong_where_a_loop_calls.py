"""The loops are tried in the graph first, and taken back: what is wrong with what they call stays."""

import sys

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
TABLE = (1.0, -2.0, 0.5)


def shown(v):
    sys.stdout.write(str(v[0]))  # error: [unknown-function]
    return v


@graph
def calls(x: Tensor[f32, n], r: float):
    for j in range(3):
        x = shown(x)
        r = r * TABLE[j]
    return r


@graph
def calls_a_graph(x: Tensor[f32, n], r: float):
    for j in range(3):
        x = flawed(x)
        r = r * TABLE[j]
    return r


@graph
def flawed(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return np.summ(x) + x  # error: [unknown-attribute]
# --- diagnostics ---
error[unknown-function]: `sys.stdout.write` is not part of the language
  --> wrong_where_a_loop_calls.py:14:5
   |
14 |     sys.stdout.write(str(v[0]))
   |     ^^^^^^^^^^^^^^^^
help: use the NumPy functions that `dslc explain ops` lists, `@graph` functions and plain functions made of them, or let it stay Python with `breaks=True`

error[unknown-attribute]: module has no attribute `summ`
  --> wrong_where_a_loop_calls.py:36:12
   |
36 |     return np.summ(x) + x
   |            ^^^^^^^
help: write `np.sum`
# --- fixed ---
"""The loops are tried in the graph first, and taken back: what is wrong with what they call stays."""

import sys

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
TABLE = (1.0, -2.0, 0.5)


def shown(v):
    sys.stdout.write(str(v[0]))
    return v


@graph
def calls(x: Tensor[f32, n], r: float):
    for j in range(3):
        x = shown(x)
        r = r * TABLE[j]
    return r


@graph
def calls_a_graph(x: Tensor[f32, n], r: float):
    for j in range(3):
        x = flawed(x)
        r = r * TABLE[j]
    return r


@graph
def flawed(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return np.sum(x) + x
