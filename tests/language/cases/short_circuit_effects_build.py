# construct: an effect behind `and` or `or`
# nodes: BoolOp Compare
# time: build
# status: supported
from dslc import graph

DEBUG, LIMIT = False, 3


def told(value):
    print("told", value)
    return value


@graph
def f(x: int):
    first = DEBUG and told(2)  # <--
    second = not DEBUG and told(4)
    third = LIMIT or told(5)
    if 4 < LIMIT < told(6):
        x = x + 1
    return x + third, first, second
# --- calls ---
#: f(1)
# --- emitted ---
def told_inlined(g, value):
    g.lines(7)

    g.at('print("told", value)')
    g.print("told", value)

    return value


@dslc.builder("short_circuit_effects_build.py", captures=("DEBUG", "told", "LIMIT"))
def f(g, x: int):
    # capture DEBUG = False
    # capture LIMIT = 3
    g.lines(14, 18)

    first = DEBUG

    g.at("second = not DEBUG and told(4)")
    second_told = told_inlined(g, 4)                              # int
    second = (not DEBUG) and second_told

    third = LIMIT

    if 4 < LIMIT:
        x = x + 1

    g.at("return x + third, first, second")
    result_add = g.add(x, third)                                  # int
    return result_add, first, second
