"""The loop variable keeps its last value; a name bound before the loop keeps it without a trip."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def last(x: Tensor[f32, n], count: int) -> tuple[int, int]:
    i = -1
    j = 7
    for i in range(count):
        j = i * 2
        i = i + 10
    return i, j
# --- calls ---
#: last(np.float32([]), 3) == (12, 4)
#: last(np.float32([]), 0) == (-1, 7)
# --- emitted ---
# Written by `dslc build` from name_after_loop.py: edit that file and build again.
"""The loop variable keeps its last value; a name bound before the loop keeps it without a trip."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("name_after_loop.py")
def last(g, x: Tensor[f32, n], count: int) -> tuple[int, int]:
    g.lines(12)

    i = -1
    j = 7

    g.at("for i in range(count):")

    def loop1_body(i_index, i, j):                                # int, int, int
        i = i_index

        j = i * 2
        i = i + 10
        return i, j

    i, j = g.for_(g.range(count), loop1_body, (i, j))             # int, int

    return i, j
