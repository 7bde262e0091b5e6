"""`and` and `or` give one of their operands."""

from dslc import graph


@graph
def either(a: int, b: int) -> tuple[int, int]:
    return a or b, a and 10 // a
# --- calls ---
#: either(0, 5) == (5, 0)
#: either(2, 5) == (2, 5)
# --- emitted ---
# Written by `dslc build` from short_circuit_values.py: edit that file and build again.
"""`and` and `or` give one of their operands."""

import dslc
from dslc import graph


@dslc.builder("short_circuit_values.py")
def either(g, a: int, b: int) -> tuple[int, int]:
    g.lines(8)

    g.at("return a or b, a and 10 // a")

    def if1_then():
        return a

    def if1_else():
        return b

    result_if = g.if_(a, if1_then, if1_else)                      # int

    def if2_then():
        result_floor_divide = g.floor_divide(10, a)               # int
        return result_floor_divide

    def if2_else():
        return a

    result_if_2 = g.if_(a, if2_then, if2_else)                    # int
    return result_if, result_if_2
