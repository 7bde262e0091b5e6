# construct: a dict comprehension
# nodes: DictComp comprehension
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n]):
    powers = {i: x**i for i in range(3)}  # <--
    return powers[2], len(powers)


@graph
def of_items(x: Tensor[f32, n], y: Tensor[f64, m]):
    params = {"x": x, "y": y}
    scaled = {name: i * value for i, (name, value) in enumerate(params.items()) if name != "z"}
    return scaled, {value.ndim: value for value in params.values()}


@graph(check=[{"params": {"a": np.float32([1]), "b": np.float32([2])}}])
def of_parameter(params: dict[str, Tensor[f32, n]]):
    return {f"{name}_2": value * 2 for name, value in params.items()}
# --- calls ---
#: f(np.float32([2, 3]))
#: of_items(np.float32([2]), np.float64([1, 2]))
#: of_parameter({"a": np.float32([2]), "b": np.float32([3])})
# --- emitted ---
@dslc.builder("dict_comprehension_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10)

    g.at("powers = {i: x**i for i in range(3)}")
    powers = {i: g.pow(x, i) for i in range(3)}                   # f32[n]

    return powers[2], len(powers)


@dslc.builder("dict_comprehension_run.py")
def of_items(g, x: Tensor[f32, n], y: Tensor[f64, m]):
    g.lines(17)

    params = {"x": x, "y": y}

    g.at("scaled = {name: i * value for i, (name, value) in enumerate(params.items()) if name !...")
    scaled = {
        name: g.multiply(i, value)                                # *[*]
        for i, (name, value) in enumerate(params.items()) if name != "z"
    }

    result_items = {value.ndim: value for value in params.values()}
    return scaled, result_items


@dslc.builder("dict_comprehension_run.py")
def of_parameter(g, params: dict[str, Tensor[f32, n]]):
    g.lines(23)

    g.at('return {f"{name}_2": value * 2 for name, value in params.items()}')
    result = {f"{name}_2": g.multiply(value, 2) for name, value in params.items()}  # f32[n]
    return result
