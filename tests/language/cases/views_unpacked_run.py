# construct: unpacking `.values()`, `.items()`, `zip`, `enumerate`, `reversed`
# nodes: Assign Call
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    params = {"w": x * 2, "b": x + 1}
    w, b = params.values()  # <--
    w[0] = 5
    (first, _), (last, _) = params.items()
    params["b"], params["w"] = params.values()
    return params, w - b, tuple(params.values()), first, last


@graph
def pairs(x: Tensor[f32, n]):
    y = x * 3
    x, y = reversed((x, y))
    (i, low), (j, high) = enumerate(zip((x, 1), (y, 2)))
    return low, high, i + j, list(zip((x, y), "ab"))


@graph
def merged(x: Tensor[f32, n]):
    params = {"w": x}
    other = params | {"b": x * 2} | {"w": x + 1}
    other["c"] = params
    params |= {"d": x}
    return params, other | {"k": 1}


@graph
def extended(x: Tensor[f32, n]):
    rows = []
    same = rows
    same += [np.bool_(True), x * 2]
    rows += [len(same), rows[0]]
    return rows, same
# --- calls ---
#: f(np.float32([1, 2]))
#! f(np.zeros(0, np.float32)) IndexError
#: pairs(np.float32([1, 2]))
#: merged(np.float32([1, 2]))
#: extended(np.float32([1]))
# --- emitted ---
@dslc.builder("views_unpacked_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 12, 15)

    g.at('params = {"w": x * 2, "b": x + 1}')
    params_multiply = g.multiply(x, 2)                            # f32[n]
    params_add = g.add(x, 1)                                      # f32[n]
    params = {"w": params_multiply, "b": params_add}

    w, b = params.values()

    g.at("w[0] = 5")
    w = g.store(w, g.s_[0], 5)                                    # f32[n]
    params["w"] = w

    first, _ = "w", params["w"]
    last, _ = "b", params["b"]
    params_before = params["b"]
    params["b"] = params["w"]
    params["w"] = params_before

    g.at("return params, w - b, tuple(params.values()), first, last")
    result_subtract = g.subtract(w, b)                            # f32[n]
    return params, result_subtract, (params["w"], params["b"]), first, last


@dslc.builder("views_unpacked_run.py")
def pairs(g, x: Tensor[f32, n]):
    g.lines(20)

    g.at("y = x * 3")
    y = g.multiply(x, 3)                                          # f32[n]

    x, y = y, x
    i, low = 0, (x, y)
    j, high = 1, (1, 2)

    return low, high, i + j, [(x, "a"), (y, "b")]


@dslc.builder("views_unpacked_run.py")
def merged(g, x: Tensor[f32, n]):
    g.lines(29)

    params = {"w": x}

    g.at('other = params | {"b": x * 2} | {"w": x + 1}')
    other_multiply = g.multiply(x, 2)                             # f32[n]
    other_add = g.add(x, 1)                                       # f32[n]
    other = {"w": other_add, "b": other_multiply}

    other["c"] = params
    params |= {"d": x}

    return params, {"w": other["w"], "b": other["b"], "c": other["c"], "k": 1}


@dslc.builder("views_unpacked_run.py")
def extended(g, x: Tensor[f32, n]):
    g.lines(39)

    rows = []
    same = rows

    g.at("same += [np.bool_(True), x * 2]")
    same_multiply = g.multiply(x, 2)                              # f32[n]
    same += [np.bool_(True), same_multiply]

    rows += [len(same), rows[0]]

    return rows, same
