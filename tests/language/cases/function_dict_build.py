# construct: functions in a dict, and loops over functions
# nodes: Subscript For
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def relu(v):
    return np.maximum(v, 0)


@graph
def halved(x: Tensor[f32, n]):
    return x / 2


STEPS = {"relu": relu, "tanh": np.tanh, "halved": halved}


@graph
def f(x: Tensor[f32, n], name: Static[str] = "relu"):
    x = STEPS[name](x)  # <--
    for step in (relu, abs, lambda v: v + x):
        x = step(x)
    return x
# --- calls ---
#: f(np.float32([-1, 2]))
#: f(np.float32([-1, 2]), "tanh")
#: f(np.float32([-1, 2]), "halved")
#! f(np.float32([-1, 2]), "none") KeyError
# --- emitted ---
@dslc.builder("function_dict_build.py")
def halved(g, x: Tensor[f32, n]):
    g.lines(14)

    g.at("return x / 2")
    result = g.divide(x, 2)                                       # f32[n]
    return result


STEPS = {"relu": relu, "tanh": np.tanh, "halved": halved}


def relu_inlined(g, v):
    g.lines(9)

    g.at("return np.maximum(v, 0)")
    result = g.maximum(v, 0)                                      # f32[n]
    return result


def f_lambda(g, v, x):
    g.lines(23)

    g.at("lambda v: v + x")
    result = g.add(v, x)                                          # f32[n]
    return result


@dslc.builder("function_dict_build.py", captures=("STEPS", "relu"))
def f(g, x: Tensor[f32, n], name: Static[str] = "relu"):
    # capture STEPS: dict
    g.lines(22, 24)

    g.at("x = STEPS[name](x)")
    x_function = STEPS[name]
    if x_function is relu:
        x = relu_inlined(g, x)                                    # f32[n]
    elif x_function is np.tanh:
        x = g.tanh(x)
    else:
        x = g.call(halved, x)

    for step in (relu, abs, "lambda v: v + x"):
        g.at("x = step(x)")
        if step is relu:
            x = relu_inlined(g, x)                                # f32[n]
        elif step is abs:
            x = g.abs(x)                                          # f32[n]
        else:
            x = f_lambda(g, x, x)                                 # f32[n]

    return x
