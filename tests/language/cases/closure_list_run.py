# construct: a list of functions, called in a comprehension and in a loop
# nodes: Call ListComp For
# time: run
# status: supported
# note: Where they have nothing in common, the text has the calls one after the other.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def layer(number):
    def forward(v):
        return v * number + 1

    return forward


def compose(*steps):
    def run(v):
        for step in steps:
            v = step(v)
        return v

    return run


@graph
def f(x: Tensor[f32, n], depth: Static[int] = 2):
    layers = [layer(i) for i in range(depth)]
    layers.append(layer(x[0]))
    x = [each(x) for each in layers][-1]
    for each in layers:
        x = each(x)
    return x


@graph
def g(x: Tensor[f32, n]):
    by = 2
    scaled = lambda v: v * by
    by = 3
    mean, last = [each(x) for each in (np.mean, lambda v: v[-1:])]
    return compose(np.sin, scaled, lambda v: v + mean)(x), last  # <--
# --- calls ---
#: f(np.float32([1, 2]))
#: f(np.float32([1, 2]), 1)
#: f(np.float32([1, 2]), 4)
#: g(np.float32([1, 2]))
# --- emitted ---
def layer_inlined(g, number):
    return {"number": number}


def layer_forward(g, v, number):
    g.lines(10)

    g.at("return v * number + 1")
    result_multiply = g.multiply(v, number)                       # f32[n]
    result = g.add(result_multiply, 1)                            # f32[n]
    return result


@dslc.builder("closure_list_run.py", captures=("layer",))
def f(g, x: Tensor[f32, n], depth: Static[int] = 2):
    g.lines(26, 27, 28, 30)

    g.at("layers = [layer(i) for i in range(depth)]")
    layers = [layer_inlined(g, i) for i in range(depth)]          # {number: int}

    g.at("layers.append(layer(x[0]))")
    layers_index = g.index(x, g.s_[0])                            # f32
    layers_layer = layer_inlined(g, layers_index)                 # {number: f32}
    layers.append(layers_layer)

    g.at("x = [each(x) for each in layers][-1]")
    x_items = [layer_forward(g, x, each["number"]) for each in layers]  # f32[n]
    x = x_items[-1]

    for each in layers:
        g.at("x = each(x)")
        x = layer_forward(g, x, each["number"])                   # f32[n]

    return x


def g_lambda(g, v):
    g.lines(39)

    g.at("lambda v: v[-1:]")
    result = g.index(v, g.s_[-1:])                                # f32[min(n, 1)]
    return result


def compose_inlined(g, steps):
    return {"steps": steps}


def g_scaled(g, v, by):
    g.lines(37)

    g.at("lambda v: v * by")
    result = g.multiply(v, by)                                    # f32[n]
    return result


def g_lambda_2(g, v, mean):
    g.lines(40)

    g.at("lambda v: v + mean")
    result = g.add(v, mean)                                       # f32[n]
    return result


def compose_run(g, v, steps):
    g.lines(18, 18, 18)

    step = steps[0]

    g.at("v = step(v)")
    v = g.sin(v)                                                  # f32[n]
    step = steps[1]

    g.at("v = step(v)")
    v = g_scaled(g, v, step["by"])                                # f32[n]
    step = steps[2]

    g.at("v = step(v)")
    v = g_lambda_2(g, v, step["mean"])                            # f32[n]

    return v


@dslc.builder("closure_list_run.py", captures=("compose",))
def g(g_2, x: Tensor[f32, n]):
    g_2.lines(39, 40)

    by = 2
    by = 3

    g_2.at("mean, last = [each(x) for each in (np.mean, lambda v: v[-1:])]")
    mean_last_mean = g_2.mean(x)                                  # f32
    mean_last_lambda_2 = g_lambda(g_2, x)                         # f32[min(n, 1)]
    mean_last_items = [mean_last_mean, mean_last_lambda_2]
    mean, last = mean_last_items

    g_2.at("return compose(np.sin, scaled, lambda v: v + mean)(x), last")
    result_compose = compose_inlined(g_2, (np.sin, {"by": by}, {"mean": mean}))
    result_run = compose_run(g_2, x, (result_compose["steps"][0], {"by": by}, {"mean": mean}))  # f32[n]
    return result_run, last
