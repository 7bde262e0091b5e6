# construct: changing a dict in place
# nodes: Call Dict Delete
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f64, n]):
    params = {"a": x}
    same = params
    params["b"] = y  # <--
    params.update(c=x * 2, d=1)
    taken = params.pop("a")
    params["d"] += 3
    del params["c"]
    kept = same.setdefault("e", taken)
    params |= {"f": kept}
    default = params.pop("z", x)
    return same, kept, "a" in same, len(params), default


@graph
def for_keys(x: Tensor[f32, n]):
    powers = {}
    for k in (1, 2):
        powers[k] = x**k
    total = x * 0
    for k, value in powers.items():
        total = total + k * value
    return total, powers[2]
# --- calls ---
#: f(np.float32([1, 2]), np.float64([3, 4]))
#: for_keys(np.float32([1, 2]))
# --- emitted ---
@dslc.builder("dict_change_run.py")
def f(g, x: Tensor[f32, n], y: Tensor[f64, n]):
    g.lines(13)

    params = {"a": x}
    same = params
    params["b"] = y

    g.at("params.update(c=x * 2, d=1)")
    params_multiply = g.multiply(x, 2)                            # f32[n]
    params.update(c=params_multiply, d=1)

    taken = params.pop("a")
    params["d"] = params["d"] + 3
    del params["c"]
    kept = same.setdefault("e", taken)
    params |= {"f": kept}
    default = params.pop("z", x)

    return same, kept, False, len(params), default


@dslc.builder("dict_change_run.py")
def for_keys(g, x: Tensor[f32, n]):
    g.lines(27, 28, 30)

    powers = {}

    for k in (1, 2):
        g.at("powers[k] = x**k")
        powers_pow = g.pow(x, k)                                  # f32[n]
        powers[k] = powers_pow

    g.at("total = x * 0")
    total = g.multiply(x, 0)                                      # f32[n]

    for k, value in powers.items():
        g.at("total = total + k * value")
        total_multiply = g.multiply(k, value)                     # f32[n]
        total = g.add(total, total_multiply)                      # f32[n]

    return total, powers[2]
