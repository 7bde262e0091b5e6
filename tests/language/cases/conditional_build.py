# construct: `a if test else b`
# nodes: IfExp
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], up: Static[bool] = True):
    return x * 2 if up else x / 2  # <--


@graph
def alone(x: Tensor[f32, n], late: bool, up: Static[bool] = True):
    parts = (-x,) if late else (x * 2,) if up else (x / 2,)
    (only,) = parts
    return only, (x + 1,) if up else (x - 1,)
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
#: f(np.float32([2]), False) == np.float32([1])
#: alone(np.float32([2]), True) == (np.float32([-2]), (np.float32([3]),))
#: alone(np.float32([2]), False) == (np.float32([4]), (np.float32([3]),))
#: alone(np.float32([2]), False, False) == (np.float32([1]), (np.float32([1]),))
# --- emitted ---
@dslc.builder("conditional_build.py")
def f(g, x: Tensor[f32, n], up: Static[bool] = True):
    g.lines(10)

    g.at("return x * 2 if up else x / 2")
    if up:
        result = g.multiply(x, 2)                                 # f32[n]
    else:
        result = g.divide(x, 2)
    return result


@dslc.builder("conditional_build.py")
def alone(g, x: Tensor[f32, n], late: bool, up: Static[bool] = True):
    g.lines(15, 17)

    g.at("parts = (-x,) if late else (x * 2,) if up else (x / 2,)")

    def if1_then():
        parts_negative = g.negative(x)                            # f32[n]
        return ((parts_negative,),)

    def if1_else():
        if up:
            parts_multiply = g.multiply(x, 2)                     # f32[n]
            parts_if = (parts_multiply,)
        else:
            parts_divide = g.divide(x, 2)
            parts_if = (parts_divide,)
        return (parts_if,)

    parts = g.if_(late, if1_then, if1_else)                       # (f32[n],)

    only, = parts

    g.at("return only, (x + 1,) if up else (x - 1,)")
    if up:
        result_add = g.add(x, 1)                                  # f32[n]
        result_if = (result_add,)
    else:
        result_subtract = g.subtract(x, 1)
        result_if = (result_subtract,)
    return only, result_if
