# share_equal_nodes: calls, and nodes that can raise
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def scaled(g, x: Tensor[f32, n]):
    g.lines(4)

    g.at("return x / np.max(x)")
    result_max = g.max(x, axis=(0,))                              # f32
    result = g.divide(x, result_max)                              # f32[n]
    return result


@dslc.builder("a.py")
def calls(g, x: Tensor[f32, n]):
    g.lines(8, 9, 10)

    g.at("first = np.exp(scaled(x))")
    first_scaled = g.call(scaled, x)                              # f32[n]
    first = g.exp(first_scaled)                                   # f32[n]

    g.at("second = np.sqrt(scaled(x)) * np.max(x)")
    second_scaled = g.call(scaled, x)                             # f32[n]
    second_sqrt = g.sqrt(second_scaled)                           # f32[n]
    second_max = g.max(x, axis=(0,))                              # f32
    second = g.multiply(second_sqrt, second_max)                  # f32[n]

    g.at("return first, second, second * np.max(x)")
    result_max = g.max(x, axis=(0,))                              # f32
    result = g.multiply(second, result_max)                       # f32[n]
    return first, second, result
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def scaled(g, x: Tensor[f32, n]):
    g.lines(4)

    g.at("return x / np.max(x)")
    result_max = g.max(x, axis=(0,))                              # f32
    result = g.divide(x, result_max)                              # f32[n]
    return result


@dslc.builder("a.py")
def calls(g, x: Tensor[f32, n]):
    g.lines(8, 9, 10)

    g.at("first = np.exp(scaled(x))")
    first_scaled = g.call(scaled, x)                              # f32[n]
    first = g.exp(first_scaled)                                   # f32[n]

    g.at("second = np.sqrt(scaled(x)) * np.max(x)")
    second_sqrt = g.sqrt(first_scaled)                            # f32[n]
    second_max = g.max(x, axis=(0,))                              # f32
    second = g.multiply(second_sqrt, second_max)                  # f32[n]

    g.at("return first, second, second * np.max(x)")
    result = g.multiply(second, second_max)                       # f32[n]
    return first, second, result
