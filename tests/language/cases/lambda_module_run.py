# construct: a lambda of the module
# nodes: Lambda
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


double, scaled = (lambda v: v * 2), (lambda v, by=3: v * by)
powers = lambda k: lambda v: v**k  # noqa: E731
square, cube = powers(2), powers(3)


@graph
def f(x: Tensor[f32, n]):
    return double(x), scaled(x), square(x) + cube(x)  # <--
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def double_inlined(g, v):
    g.lines(8)

    g.at("lambda v: v * 2")
    result = g.multiply(v, 2)                                     # f32[n]
    return result


def scaled_inlined(g, v, by):
    g.lines(8)

    g.at("lambda v, by=3: v * by")
    result = g.multiply(v, by)                                    # f32[n]
    return result


def square_inlined(g, v):
    g.lines(9)

    g.at("lambda v: v**k")
    result = g.pow(v, 2)                                          # f32[n]
    return result


def cube_inlined(g, v):
    g.lines(9)

    g.at("lambda v: v**k")
    result = g.pow(v, 3)                                          # f32[n]
    return result


@dslc.builder("lambda_module_run.py", captures=("double", "scaled", "square", "cube"))
def f(g, x: Tensor[f32, n]):
    g.lines(15)

    g.at("return double(x), scaled(x), square(x) + cube(x)")
    result_double = double_inlined(g, x)                          # f32[n]
    result_scaled = scaled_inlined(g, x, 3)                       # f32[n]
    result_square = square_inlined(g, x)                          # f32[n]
    result_cube = cube_inlined(g, x)                              # f32[n]
    result_add = g.add(result_square, result_cube)                # f32[n]
    return result_double, result_scaled, result_add
