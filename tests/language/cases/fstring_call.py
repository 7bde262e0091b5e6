# construct: an f-string
# nodes: JoinedStr FormattedValue
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    print(f"{x.shape[0]:>4} elements")  # <--
    return x * 2
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([4, 8])
# --- emitted ---
@dslc.builder("fstring_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at('print(f"{x.shape[0]:>4} elements")')
    g.print(g.format("{:>4} elements", x.shape[0]))

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
