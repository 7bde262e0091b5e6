# construct: an f-string
# nodes: JoinedStr FormattedValue
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    print(f"x[0] = {x[0]:.3f}")  # <--
    return x * 2
# --- calls ---
#: f(np.float32([2, 4])) == np.float32([4, 8])
# --- emitted ---
@dslc.builder("fstring_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at('print(f"x[0] = {x[0]:.3f}")')
    value_index = g.index(x, g.s_[0])                             # f32
    g.print(g.format("x[0] = {:.3f}", value_index))

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
