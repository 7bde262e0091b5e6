# construct: recursion that a build-time value ends
# nodes: FunctionDef Call
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def power(x: Tensor[f32, n], k: Static[int] = 3) -> Tensor[f32, n]:
    if k == 0:
        return np.ones_like(x)
    return x * power(x, k - 1)  # <--
# --- calls ---
#: power(np.float32([2])) == np.float32([8])
#: power(np.float32([2]), 0) == np.float32([1])
# --- emitted ---
@dslc.builder("recursion_build.py")
def power(g, x: Tensor[f32, n], k: Static[int] = 3) -> Tensor[f32, n]:
    g.lines(11, 12)

    if k == 0:
        g.at("return np.ones_like(x)")
        result = g.ones_like(x)                                   # f32[n]
        return result

    g.at("return x * power(x, k - 1)")
    result_power = g.call(power, x, k - 1)                        # f32[n]
    result = g.multiply(x, result_power)                          # f32[n]
    return result
