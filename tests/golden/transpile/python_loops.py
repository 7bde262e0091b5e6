"""Loops over values known while building, left and continued by conditions known while building."""

from dslc import Static, graph


@graph
def unrolled(x: float, sizes: Static[tuple] = (1, 2, 3), stop: Static[int] = 3) -> float:
    for position, size in enumerate(sizes):
        if size == stop:
            break
        if position == 1:
            continue
        x = x * size + position
    while stop > 10:
        stop = stop - 1
    return x + stop
# --- calls ---
#: unrolled(2.0) == 5.0
#: unrolled(2.0, (5, 6, 7), 12) == 82.0
#: unrolled(2.0, ()) == 5.0
# --- emitted ---
# Written by `dslc build` from python_loops.py: edit that file and build again.
"""Loops over values known while building, left and continued by conditions known while building."""

import dslc
from dslc import Static, graph


@dslc.builder("python_loops.py")
def unrolled(g, x: float, sizes: Static[tuple] = (1, 2, 3), stop: Static[int] = 3) -> float:
    g.lines(13, 14, 15, 16)

    for position, size in enumerate(sizes):
        if size == stop:
            break

        if position == 1:
            continue

        g.at("x = x * size + position")
        x_multiply = g.multiply(x, size)                          # float
        x = g.add(x_multiply, position)                           # float

    g.at("while stop > 10:")

    def loop1_test(stop):                                         # int
        test = g.greater(stop, 10)                                # bool
        return test

    def loop1_body(stop):                                         # int
        g.at("stop = stop - 1")
        stop = g.subtract(stop, 1)                                # int
        return stop

    stop = g.while_(loop1_test, loop1_body, (stop,))              # int

    g.at("return x + stop")
    result = g.add(x, stop)                                       # float
    return result
