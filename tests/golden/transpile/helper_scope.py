"""A helper reads the names of its module, whatever its caller calls its own."""

from dslc import graph

FACTOR = 5.0
g = 7.0


def scaled(v):
    return v * FACTOR + g


@graph
def caller(x: float, g: float) -> float:
    FACTOR = 100.0
    return scaled(x) + FACTOR + g
# --- calls ---
#: caller(1.0, 2.0) == 114.0
# --- emitted ---
# Written by `dslc build` from helper_scope.py: edit that file and build again.
"""A helper reads the names of its module, whatever its caller calls its own."""

import dslc
from dslc import graph

FACTOR = 5.0
g = 7.0


def scaled(v):
    return v * FACTOR + g


def scaled_inlined(g_2, v):
    g_2.lines(10)

    g_2.at("return v * FACTOR + g")
    result_multiply = g_2.multiply(v, FACTOR)                     # float
    result = g_2.add(result_multiply, g)                          # float
    return result


@dslc.builder("helper_scope.py", captures=("scaled", "FACTOR", "g"))
def caller(g_2, x: float, g: float) -> float:
    # capture FACTOR = 5.0
    # capture g = 7.0
    g_2.lines(16)

    FACTOR = 100.0

    g_2.at("return scaled(x) + FACTOR + g")
    result_scaled = scaled_inlined(g_2, x)                        # float
    result_add = g_2.add(result_scaled, FACTOR)                   # float
    result = g_2.add(result_add, g)                               # float
    return result
