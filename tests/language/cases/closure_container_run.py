# construct: functions made in the graph, in tuples and dicts
# nodes: Lambda Tuple Dict
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = 2
    steps = {"add": lambda v: v + k, "scale": lambda v, by=k: v * by}
    first, *others = lambda: x, steps["add"], steps["scale"]
    k = 5
    return others[0](x), others[1](first())  # <--
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def f_lambda(g, v, k):
    g.lines(11)

    g.at("lambda v: v + k")
    result = g.add(v, k)                                          # f32[n]
    return result


def f_lambda_2(g, x):
    return x


def f_lambda_3(g, v, by):
    g.lines(11)

    g.at("lambda v, by=k: v * by")
    result = g.multiply(v, by)                                    # f32[n]
    return result


@dslc.builder("closure_container_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(14)

    k = 2
    steps = {"add": "lambda v: v + k", "scale": {"by": k}}
    first, others = "lambda: x", ["lambda v: v + k", steps["scale"]]
    k = 5

    g.at("return others[0](x), others[1](first())")
    result_lambda = f_lambda(g, x, k)                             # f32[n]
    result_lambda_2 = f_lambda_2(g, x)                            # f32[n]
    result_lambda_3 = f_lambda_3(g, result_lambda_2, others[1]["by"])  # f32[n]
    return result_lambda, result_lambda_3
