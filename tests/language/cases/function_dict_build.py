# construct: functions in a dict, and loops over functions
# nodes: Subscript For
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def relu(v):
    return np.maximum(v, 0)


STEPS = {"relu": relu, "tanh": np.tanh}


@graph
def f(x: Tensor[f32, n], name: Static[str] = "relu"):
    x = STEPS[name](x)  # <--
    for step in (relu, lambda v: v + x):
        x = step(x)
    return x
# --- calls ---
#: f(np.float32([-1, 2]))
#: f(np.float32([-1, 2]), "tanh")
#! f(np.float32([-1, 2]), "none") KeyError
# --- emitted ---
def relu_inlined(g, v):
    g.lines(9)

    g.at("return np.maximum(v, 0)")
    result = g.maximum(v, 0)                                      # f32[n]
    return result


def f_lambda(g, v, x):
    g.lines(18)

    g.at("lambda v: v + x")
    result = g.add(v, x)                                          # f32[n]
    return result


@dslc.builder("function_dict_build.py", captures=("STEPS",))
def f(g, x: Tensor[f32, n], name: Static[str] = "relu"):
    # capture STEPS: dict
    g.lines(17, 19)

    g.at("x = STEPS[name](x)")
    x_function = STEPS[name]
    if x_function is relu:
        x = relu_inlined(g, x)                                    # f32[n]
    else:
        x = g.tanh(x)

    for step in (relu, "lambda v: v + x"):
        g.at("x = step(x)")
        if step is relu:
            x = relu_inlined(g, x)                                # f32[n]
        else:
            x = f_lambda(g, x, x)                                 # f32[n]

    return x
