import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph(check=[dict(params={"w1": None, "w2": None, "bias": None})])
def run(params: dict[str, Tensor[f32, n, n]], x: Tensor[f32, n]) -> dict[str, Tensor[f32, n, n]]:
    x = params["w1"] @ x
    if "bias" in params:
        x = x + params["bias"][0]
    total = 0.0
    for name, w in params.items():
        total = total + np.sum(w)
    for w in params.values():
        total = total * np.max(w)
    for name in params:
        total = total + params[name][0, 0] * len(params)
    return {**{"scaled": params["w1"] * total, "w2": params["w2"]}, "outer": x[:, None] * x}


@graph
def heads(x: Tensor[f32, n], y: Tensor[f32, n]):
    pair = {"sum": x + y, "difference": x - y}
    count = 0
    while np.max(pair["sum"]) < 10.0:
        pair = {"sum": pair["sum"] * 2.0, "difference": -pair["difference"]}
        count += 1
    if count > 1:
        pair = {"sum": x, "difference": y}
    if "product" in pair:
        x = x + 1.0
    return {**pair, "count": count, "x": x, "y": pair.get("y", y)}
# --- calls ---
#: run({"w1": np.float32([[1, 2], [3, 4]]), "w2": np.float32([[0, 1], [1, 0]]), "bias": np.float32([[1, 1], [0, 0]])}, np.float32([1, -1]))
#: run({"w2": np.float32([[1, 2], [3, 4]]), "w1": np.float32([[0, 1], [1, 0]])}, np.float32([1, -1]))
#: heads(np.float32([1, 2]), np.float32([3, 4]))
#: heads(np.float32([1, 20]), np.float32([3, 4]))
# --- emitted ---
# Written by `dslc build` from dict_parameters.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("dict_parameters.py")
def run(g, params: dict[str, Tensor[f32, n, n]], x: Tensor[f32, n]) -> dict[str, Tensor[f32, n, n]]:
    g.lines(10, 12, 15, 17, 19, 20)

    g.at('x = params["w1"] @ x')
    x = g.matmul(params["w1"], x)                                 # f32[n]

    if "bias" in params:
        g.at('x = x + params["bias"][0]')
        x_index = g.index(params["bias"], g.s_[0])                # f32[n]
        x = g.add(x, x_index)                                     # f32[n]

    total = 0.0

    for name, w in params.items():
        g.at("total = total + np.sum(w)")
        total_sum = g.sum(w)                                      # f32
        total = g.add(total, total_sum)                           # f32

    for w in params.values():
        g.at("total = total * np.max(w)")
        total_max = g.max(w)                                      # f32
        total = g.multiply(total, total_max)                      # f32

    for name in params:
        g.at("total = total + params[name][0, 0] * len(params)")
        total_index = g.index(params[name], g.s_[0, 0])           # f32
        total_multiply = g.multiply(total_index, len(params))     # f32
        total = g.add(total, total_multiply)                      # f32

    g.at('return {**{"scaled": params["w1"] * total, "w2": params["w2"]}, "outer": x[:, None] * x}')
    result_multiply = g.multiply(params["w1"], total)             # f32[n, n]
    result_index = g.index(x, g.s_[:, None])                      # f32[n, 1]
    result_multiply_2 = g.multiply(result_index, x)               # f32[n, n]
    return {"scaled": result_multiply, "w2": params["w2"], "outer": result_multiply_2}


@dslc.builder("dict_parameters.py")
def heads(g, x: Tensor[f32, n], y: Tensor[f32, n]):
    g.lines(25, 27, 28, 29, 30)

    g.at('pair = {"sum": x + y, "difference": x - y}')
    pair_add = g.add(x, y)                                        # f32[n]
    pair_subtract = g.subtract(x, y)                              # f32[n]
    pair = {"sum": pair_add, "difference": pair_subtract}

    count = 0

    g.at('while np.max(pair["sum"]) < 10.0:')

    def loop1_test(pair, count):                                  # {sum: f32[n], difference: f32[n]}, int
        test_max = g.max(pair["sum"])                             # f32
        test = g.less(test_max, 10.0)                             # bool_
        return test

    def loop1_body(pair, count):                                  # {sum: f32[n], difference: f32[n]}, int
        g.at('pair = {"sum": pair["sum"] * 2.0, "difference": -pair["difference"]}')
        pair_multiply = g.multiply(pair["sum"], 2.0)              # f32[n]
        pair_negative = g.negative(pair["difference"])            # f32[n]
        pair = {"sum": pair_multiply, "difference": pair_negative}

        g.at("count += 1")
        count = g.add(count, 1)                                   # int
        return pair, count

    pair, count = g.while_(loop1_test, loop1_body, (pair, count))  # {sum: f32[n], difference: f32[n]}, int

    g.at("if count > 1:")
    test = g.greater(count, 1)                                    # bool

    def if1_then():
        pair = {"sum": x, "difference": y}
        return pair

    def if1_else():
        return pair

    pair = g.if_(test, if1_then, if1_else)                        # {sum: f32[n], difference: f32[n]}

    return {"sum": pair["sum"], "difference": pair["difference"], "count": count, "x": x, "y": y}
