# construct: a function or None, as an argument
# nodes: Call Compare
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def layer(x, act=None):
    y = x * 2
    if act is not None:
        y = act(y)
    return y


@graph
def f(x: Tensor[f32, n]):
    return layer(x) + layer(x, np.sin) + layer(x, act=lambda v: v + x)  # <--
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def layer_inlined(g, x, act):
    g.lines(9)

    g.at("y = x * 2")
    y = g.multiply(x, 2)                                          # f32[n]

    return y


def layer_inlined_2(g, x, act):
    g.lines(9, 11)

    g.at("y = x * 2")
    y = g.multiply(x, 2)                                          # f32[n]

    g.at("y = act(y)")
    y = g.sin(y)                                                  # f32[n]

    return y


def f_lambda(g, v, x):
    g.lines(17)

    g.at("lambda v: v + x")
    result = g.add(v, x)                                          # f32[n]
    return result


def layer_inlined_3(g, x, act):
    g.lines(9, 11)

    g.at("y = x * 2")
    y = g.multiply(x, 2)                                          # f32[n]

    g.at("y = act(y)")
    y = f_lambda(g, y, act["x"])                                  # f32[n]

    return y


@dslc.builder("function_optional_run.py", captures=("layer",))
def f(g, x: Tensor[f32, n]):
    g.lines(17)

    g.at("return layer(x) + layer(x, np.sin) + layer(x, act=lambda v: v + x)")
    result_layer = layer_inlined(g, x, None)                      # f32[n]
    result_layer_2 = layer_inlined_2(g, x, np.sin)                # f32[n]
    result_add = g.add(result_layer, result_layer_2)              # f32[n]
    result_layer_3 = layer_inlined_3(g, x, {"x": x})              # f32[n]
    result = g.add(result_add, result_layer_3)                    # f32[n]
    return result
