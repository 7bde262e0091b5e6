# construct: `any` of a generator expression that may raise
# nodes: Call GeneratorExp
# time: run
# status: supported
# note: The items must be known one by one; none is computed after the first that decides.
from dslc import graph


@graph
def f(k: int, i: int):
    return any(k // i > 2 for i in (k, i, i - 1))  # <--
# --- calls ---
#: f(3, 1) == True
#: f(3, 2) == True
#: f(2, 3) == False
#! f(0, 1) ZeroDivisionError
#! f(3, 0) ZeroDivisionError
#! f(2, 1) ZeroDivisionError
#: f(4, 1) == True
# --- emitted ---
@dslc.builder("any_raises_run.py")
def f(g, k: int, i: int):
    g.lines(6)

    g.at("return any(k // i > 2 for i in (k, i, i - 1))")
    result_floor_divide = g.floor_divide(k, k)                    # int
    result_greater = g.greater(result_floor_divide, 2)            # bool

    def if1_then():
        return True

    def if1_else():
        result_floor_divide_2 = g.floor_divide(k, i)              # int
        result_greater_2 = g.greater(result_floor_divide_2, 2)    # bool
        return result_greater_2

    result_if = g.if_(result_greater, if1_then, if1_else)         # bool

    def if2_then():
        return True

    def if2_else():
        result_floor_divide_3 = g.floor_divide(k, i - 1)          # int
        result_greater_3 = g.greater(result_floor_divide_3, 2)    # bool
        return result_greater_3

    result = g.if_(result_if, if2_then, if2_else)                 # bool
    return result
