from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def mixed(x: Tensor[f32, n], k: int, a: float, on: bool) -> tuple[Tensor[f32, n], float, int]:
    if on:
        x = x * k
    return x + a, k / 2 + a, on + k
# --- calls ---
#: mixed(np.float32([1, 2]), 3, 0.5, True) == ([3.5, 6.5], 2.0, 4)
#: mixed(np.float32([1, 2]), -3, 0.5, False) == ([1.5, 2.5], -1.0, -3)
# --- emitted ---
# Written by `dslc build` from number_parameters.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("number_parameters.py")
def mixed(g, x: Tensor[f32, n], k: int, a: float, on: bool) -> tuple[Tensor[f32, n], float, int]:
    g.lines(8, 9, 10)

    g.at("if on:")

    def if1_then(x):                                              # f32[n]
        g.at("x = x * k")
        x = g.multiply(x, k)                                      # f32[n]
        return x

    def if1_else(x):                                              # f32[n]
        return x

    x = g.if_(on, if1_then, if1_else, (x,))                       # f32[n]

    g.at("return x + a, k / 2 + a, on + k")
    result_add = g.add(x, a)                                      # f32[n]
    result_divide = g.divide(k, 2)                                # float
    result_add_2 = g.add(result_divide, a)                        # float
    result_add_3 = g.add(on, k)                                   # int
    return result_add, result_add_2, result_add_3
