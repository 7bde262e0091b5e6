"""NumPy integers as bounds, steps of either sign."""

from dslc import Scalar, graph, i64


@graph
def summed(stop: Scalar[i64], start: int, step: int) -> int:
    total = 0
    for i in range(stop):
        total += i
    for j in range(start, 0, -2):
        total = total * 3 + j
    for k in range(0, start, step):
        total += k
    return total
# --- calls ---
#: summed(4, 7, 2)
#: summed(-4, 7, -2)
#: summed(0, -7, -2)
#! summed(0, 7, 0) ValueError
# --- emitted ---
# Written by `dslc build` from run_time_range.py: edit that file and build again.
"""NumPy integers as bounds, steps of either sign."""

import dslc
from dslc import Scalar, graph, i64


@dslc.builder("run_time_range.py")
def summed(g, stop: Scalar[i64], start: int, step: int) -> int:
    g.lines(9, 10, 11, 12, 13, 14)

    total = 0

    g.at("for i in range(stop):")
    i_cast = g.cast(stop, int)                                    # int

    def loop1_body(i, total):                                     # int, int
        g.at("total += i")
        total = g.add(total, i)                                   # int
        return total

    total = g.for_(g.range(i_cast), loop1_body, (total,))         # int

    g.at("for j in range(start, 0, -2):")

    def loop2_body(j, total):                                     # int, int
        g.at("total = total * 3 + j")
        total_multiply = g.multiply(total, 3)                     # int
        total = g.add(total_multiply, j)                          # int
        return total

    total = g.for_(g.range(start, 0, -2), loop2_body, (total,))   # int

    g.at("for k in range(0, start, step):")

    def loop3_body(k, total):                                     # int, int
        g.at("total += k")
        total = g.add(total, k)                                   # int
        return total

    total = g.for_(g.range(0, start, step), loop3_body, (total,))  # int

    return total
