# Written by `dslc build` from life.py: edit that file and build again.
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


def next_cells_inlined(g, cells, neighbours):
    g.lines(17)

    g.at("return (neighbours == 3) | (cells & (neighbours == 2))")
    result_equal = g.equal(neighbours, 3)                         # bool_[h, w]
    result_equal_2 = g.equal(neighbours, 2)                       # bool_[h, w]
    result_bitwise_and = g.bitwise_and(cells, result_equal_2)     # bool_[h, w]
    result = g.bitwise_or(result_equal, result_bitwise_and)       # bool_[h, w]
    return result


@dslc.builder("life.py", captures=("next_cells",))
def on_torus(g, cells: Tensor[bool_, h, w], steps: int) -> Tensor[bool_, h, w]:
    """The cells after `steps`, where opposite edges touch."""
    g.lines(23, 24, 25, 26, 27)

    g.at("for _ in range(steps):")

    def loop1_body(_, cells):                                     # int, bool_[h, w]
        g.at("ones = cells.astype(np.int8)")
        ones = g.cast(cells, np.int8)                             # i8[h, w]

        g.at("rows = ones + np.roll(ones, 1, axis=0) + np.roll(ones, -1, axis=0)")
        rows_roll = g.roll(ones, 1, axis=0)                       # i8[h, w]
        rows_add = g.add(ones, rows_roll)                         # i8[h, w]
        rows_roll_2 = g.roll(ones, -1, axis=0)                    # i8[h, w]
        rows = g.add(rows_add, rows_roll_2)                       # i8[h, w]

        g.at("neighbours = rows + np.roll(rows, 1, axis=1) + np.roll(rows, -1, axis=1) - ones")
        neighbours_roll = g.roll(rows, 1, axis=1)                 # i8[h, w]
        neighbours_add = g.add(rows, neighbours_roll)             # i8[h, w]
        neighbours_roll_2 = g.roll(rows, -1, axis=1)              # i8[h, w]
        neighbours_add_2 = g.add(neighbours_add, neighbours_roll_2)  # i8[h, w]
        neighbours = g.subtract(neighbours_add_2, ones)           # i8[h, w]

        g.at("cells = next_cells(cells, neighbours)")
        cells = next_cells_inlined(g, cells, neighbours)          # bool_[h, w]
        return cells

    cells = g.for_(g.range(steps), loop1_body, (cells,))          # bool_[h, w]

    return cells


@dslc.builder("life.py", captures=("next_cells",))
def in_box(g, cells: Tensor[bool_, h, w], steps: int):
    """The cells after `steps` or when nothing changes, and the steps made; all outside is dead."""
    g.lines(34, 35, 36, 37, 38, 39, 40, 42)

    g.at("for step in range(steps):")

    def loop1_body(step, cells, result):                          # int, bool_[h, w], (bool_[h, w], int)
        g.at("ones = np.pad(cells.astype(np.int8), 1)")
        ones_cast = g.cast(cells, np.int8)                        # i8[h, w]
        ones = g.pad(ones_cast, 1)                                # i8[h + 2, w + 2]

        g.at("rows = ones[:-2] + ones[1:-1] + ones[2:]")
        rows_index = g.index(ones, g.s_[:-2])                     # i8[h, w + 2]
        rows_index_2 = g.index(ones, g.s_[1:-1])                  # i8[h, w + 2]
        rows_add = g.add(rows_index, rows_index_2)                # i8[h, w + 2]
        rows_index_3 = g.index(ones, g.s_[2:])                    # i8[h, w + 2]
        rows = g.add(rows_add, rows_index_3)                      # i8[h, w + 2]

        g.at("neighbours = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - ones[1:-1, 1:-1]")
        neighbours_index = g.index(rows, g.s_[:, :-2])            # i8[h, w]
        neighbours_index_2 = g.index(rows, g.s_[:, 1:-1])         # i8[h, w]
        neighbours_add = g.add(neighbours_index, neighbours_index_2)  # i8[h, w]
        neighbours_index_3 = g.index(rows, g.s_[:, 2:])           # i8[h, w]
        neighbours_add_2 = g.add(neighbours_add, neighbours_index_3)  # i8[h, w]
        neighbours_index_4 = g.index(ones, g.s_[1:-1, 1:-1])      # i8[h, w]
        neighbours = g.subtract(neighbours_add_2, neighbours_index_4)  # i8[h, w]

        g.at("new = next_cells(cells, neighbours)")
        new = next_cells_inlined(g, cells, neighbours)            # bool_[h, w]

        g.at("if np.all(new == cells):")
        test_equal = g.equal(new, cells)                          # bool_[h, w]
        test = g.all(test_equal)                                  # bool_

        def if1_then():
            g.at("return cells, step")
            return g.unset, (cells, step), g.RETURN

        def if1_else():
            cells = new
            return cells, (g.unset, g.unset), g.RUN

        cells, result, exit = g.if_(test, if1_then, if1_else)     # bool_[h, w], (bool_[h, w], int), int
        return cells, result, exit

    cells, result, exit = g.for_(                                 # bool_[h, w], (bool_[h, w], int), int
        g.range(steps),
        loop1_body,
        (cells, (g.unset, g.unset)),
        exits=True,
    )
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return cells, steps")
        return (cells, steps)

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # bool_[h, w], int
    return result
