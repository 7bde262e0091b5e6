"""Jacobi relaxation of Laplace's equation on a grid, with writes to a slice.

Look at: `new[1:-1, 1:-1] = ...` becomes a `store` that gives a new value of `new`; backends do it
in place.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph

h, w = dslc.dims("h w")


@graph
def relax(grid: Tensor[f64, h, w], tol: float, max_sweeps: int):
    """The relaxed grid and the greatest change of the last sweep; the border stays as it is."""
    assert grid.shape[0] >= 3 and grid.shape[1] >= 3, "the grid needs inner points"
    old = grid.copy()
    change = np.max(np.abs(grid)) + tol
    sweep = 0
    while change > tol and sweep < max_sweeps:
        inner = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])
        change = np.max(np.abs(inner - old[1:-1, 1:-1]))
        new = old.copy()
        new[1:-1, 1:-1] = inner
        old = new
        sweep += 1
    return old, change
