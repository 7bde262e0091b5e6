# construct: `+ - * / // % **`
# nodes: BinOp Add Sub Mult Div FloorDiv Mod Pow
# time: run
# status: supported
from dslc import graph


@graph
def f(a: float, b: float):
    return a + b, a - b, a * b, a / b, a // b, a % b, a**2  # <--
# --- calls ---
#: f(3.0, 2.0) == (5.0, 1.0, 6.0, 1.5, 1.0, 1.0, 9.0)
#! f(3.0, 0.0) ZeroDivisionError
# --- emitted ---
@dslc.builder("operators_run.py")
def f(g, a: float, b: float):
    g.lines(6)

    g.at("return a + b, a - b, a * b, a / b, a // b, a % b, a**2")
    result_add = g.add(a, b)                                      # float
    result_subtract = g.subtract(a, b)                            # float
    result_multiply = g.multiply(a, b)                            # float
    result_divide = g.divide(a, b)                                # float
    result_floor_divide = g.floor_divide(a, b)                    # float
    result_remainder = g.remainder(a, b)                          # float
    result_pow = g.pow(a, 2)                                      # float
    return result_add, result_subtract, result_multiply, result_divide, result_floor_divide, result_remainder, result_pow
