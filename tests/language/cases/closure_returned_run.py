# construct: a function that a plain function returns
# nodes: Lambda FunctionDef Return
# time: run
# status: supported
# note: Each call of the plain function has variables of its own.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def scaling(by):
    def scaled(v):
        return v * by

    by = by + 1
    return scaled


def both(first, second):
    return lambda v: second(first(v))


@graph
def f(x: Tensor[f32, n]):
    k = 1
    double = scaling(1)
    scaled = scaling(x)  # <--
    chain = both(scaled, lambda v: v + k)
    k = 10
    return double(x), chain(x), scaling(k)(x)
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
def scaling_inlined(g, by):
    by = by + 1

    return {"by": by}


def scaling_inlined_2(g, by):
    g.lines(12)

    g.at("by = by + 1")
    by = g.add(by, 1)                                             # f32[n]

    return {"by": by}


def both_inlined(g, first, second):
    return {"second": second, "first": first}


def scaling_scaled(g, v, by):
    g.lines(10)

    g.at("return v * by")
    result = g.multiply(v, by)                                    # f32[n]
    return result


def f_lambda(g, v, k):
    g.lines(25)

    g.at("lambda v: v + k")
    result = g.add(v, k)                                          # f32[n]
    return result


def both_result(g, v, second, first):
    g.lines(17)

    g.at("lambda v: second(first(v))")
    result_scaled = scaling_scaled(g, v, first["by"])             # f32[n]
    result = f_lambda(g, result_scaled, second["k"])              # f32[n]
    return result


@dslc.builder("closure_returned_run.py", captures=("scaling", "both"))
def f(g, x: Tensor[f32, n]):
    g.lines(23, 24, 25, 27)

    k = 1

    g.at("double = scaling(1)")
    double = scaling_inlined(g, 1)                                # {by: int}

    g.at("scaled = scaling(x)")
    scaled = scaling_inlined_2(g, x)                              # {by: f32[n]}

    g.at("chain = both(scaled, lambda v: v + k)")
    chain = both_inlined(g, scaled, {"k": k})                     # {second: {k: int}, first: {by: f32[n]}}

    k = 10

    g.at("return double(x), chain(x), scaling(k)(x)")
    result_scaled = scaling_scaled(g, x, double["by"])            # f32[n]
    result_result = both_result(g, x, {"k": k}, chain["first"])   # f32[n]
    result_scaling = scaling_inlined(g, k)                        # {by: int}
    result_scaled_2 = scaling_scaled(g, x, result_scaling["by"])  # f32[n]
    return result_scaled, result_result, result_scaled_2
