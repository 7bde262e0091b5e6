"""Conway's game of life, on a torus and in a box.

Look at: `np.roll` and `np.pad` are one node each, slices are views; `in_box` stops when nothing
changes, and its loop returns from the middle.
"""

import numpy as np

import dslc
from dslc import Tensor, bool_, graph

h, w = dslc.dims("h w")


def next_cells(cells, neighbours):
    """A cell lives on with two or three neighbours, and is born with three."""
    return (neighbours == 3) | (cells & (neighbours == 2))


@graph
def on_torus(cells: Tensor[bool_, h, w], steps: int) -> Tensor[bool_, h, w]:
    """The cells after `steps`, where opposite edges touch."""
    for _ in range(steps):
        ones = cells.astype(np.int8)
        rows = ones + np.roll(ones, 1, axis=0) + np.roll(ones, -1, axis=0)
        neighbours = rows + np.roll(rows, 1, axis=1) + np.roll(rows, -1, axis=1) - ones
        cells = next_cells(cells, neighbours)
    return cells


@graph
def in_box(cells: Tensor[bool_, h, w], steps: int):
    """The cells after `steps` or when nothing changes, and the steps made; all outside is dead."""
    for step in range(steps):
        ones = np.pad(cells.astype(np.int8), 1)
        rows = ones[:-2] + ones[1:-1] + ones[2:]
        neighbours = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - ones[1:-1, 1:-1]
        new = next_cells(cells, neighbours)
        if np.all(new == cells):
            return cells, step
        cells = new
    return cells, steps
