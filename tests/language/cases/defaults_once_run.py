# construct: a default value that is no number or text
# nodes: arguments arg
# time: run
# status: supported
# note: Evaluated once, with the definition.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def squared(v):
    return v * v


def scaled(x, by=squared, *, dtype=np.float64, sizes=(1, 2)):
    return by(x).astype(dtype) * sizes[1]


@graph
def f(x: Tensor[f32, n]):
    return scaled(x)  # <--
# --- calls ---
#: f(np.float32([3, 4]))
# --- emitted ---
def squared_inlined(g, v):
    g.lines(9)

    g.at("return v * v")
    result = g.multiply(v, v)                                     # f32[n]
    return result


def scaled_inlined(g, x, by, dtype, sizes):
    g.lines(13)

    g.at("return by(x).astype(dtype) * sizes[1]")
    result_squared = squared_inlined(g, x)                        # f32[n]
    result_cast = g.cast(result_squared, dtype)                   # f64[n]
    result = g.multiply(result_cast, sizes[1])                    # f64[n]
    return result


@dslc.builder("defaults_once_run.py", captures=("scaled",))
def f(g, x: Tensor[f32, n]):
    g.lines(18)

    g.at("return scaled(x)")
    result = scaled_inlined(g, x, scaled.__defaults__[0], scaled.__kwdefaults__["dtype"], (1, 2))  # f64[n]
    return result
