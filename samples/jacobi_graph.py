# Written by `dslc build` from jacobi.py: edit that file and build again.
"""Jacobi relaxation of Laplace's equation on a grid, with writes to a slice.

Look at: `new[1:-1, 1:-1] = ...` becomes a `store` that gives a new value of `new`; backends do it
in place.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph

h, w = dslc.dims("h w")


@dslc.builder("jacobi.py")
def relax(g, grid: Tensor[f64, h, w], tol: float, max_sweeps: int):
    """The relaxed grid and the greatest change of the last sweep; the border stays as it is."""
    g.lines(18, 19, 20, 22, 23, 24, 25, 26, 28)

    g.at('assert grid.shape[0] >= 3 and grid.shape[1] >= 3, "the grid needs inner points"')
    test_greater_equal = g.greater_equal(grid.shape[0], 3)        # bool
    test_greater_equal_2 = g.greater_equal(grid.shape[1], 3)      # bool
    test = g.and_(test_greater_equal, test_greater_equal_2)       # bool
    checked = g.check(test, message="the grid needs inner points")  # bool

    g.at("old = grid.copy()")
    old = g.copy(grid)                                            # f64[h, w]

    g.at("change = np.max(np.abs(grid)) + tol")
    change_abs = g.abs(grid)                                      # f64[h, w]
    change_max = g.max(change_abs)                                # f64
    change = g.add(change_max, tol)                               # f64

    sweep = 0

    g.at("while change > tol and sweep < max_sweeps:")

    def loop1_test(old, change, sweep):                           # f64[h, w], f64, int
        test_greater = g.greater(change, tol)                     # bool_
        test_less = g.less(sweep, max_sweeps)                     # bool
        test = g.and_(test_greater, test_less)                    # bool
        return test

    def loop1_body(old, change, sweep):                           # f64[h, w], f64, int
        g.at("inner = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])")
        inner_index = g.index(old, g.s_[:-2, 1:-1])               # f64[h - 2, w - 2]
        inner_index_2 = g.index(old, g.s_[2:, 1:-1])              # f64[h - 2, w - 2]
        inner_add = g.add(inner_index, inner_index_2)             # f64[h - 2, w - 2]
        inner_index_3 = g.index(old, g.s_[1:-1, :-2])             # f64[h - 2, w - 2]
        inner_add_2 = g.add(inner_add, inner_index_3)             # f64[h - 2, w - 2]
        inner_index_4 = g.index(old, g.s_[1:-1, 2:])              # f64[h - 2, w - 2]
        inner_add_3 = g.add(inner_add_2, inner_index_4)           # f64[h - 2, w - 2]
        inner = g.multiply(0.25, inner_add_3)                     # f64[h - 2, w - 2]

        g.at("change = np.max(np.abs(inner - old[1:-1, 1:-1]))")
        change_index = g.index(old, g.s_[1:-1, 1:-1])             # f64[h - 2, w - 2]
        change_subtract = g.subtract(inner, change_index)         # f64[h - 2, w - 2]
        change_abs = g.abs(change_subtract)                       # f64[h - 2, w - 2]
        change = g.max(change_abs)                                # f64

        g.at("new = old.copy()")
        new = g.copy(old)                                         # f64[h, w]

        g.at("new[1:-1, 1:-1] = inner")
        new = g.store(new, g.s_[1:-1, 1:-1], inner)               # f64[h, w]

        old = new

        g.at("sweep += 1")
        sweep = g.add(sweep, 1)                                   # int
        return old, change, sweep

    old, change, sweep = g.while_(loop1_test, loop1_body, (old, change, sweep))  # f64[h, w], f64, int

    return old, change
