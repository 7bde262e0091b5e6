import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def softplus(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return np.log(np.exp(x) + 1.0)


@graph
def twice(a: Tensor[f32, n], b: Tensor[f32, m]) -> tuple[Tensor[f32, n], Tensor[f32, m]]:
    return softplus(softplus(a)), softplus(x=b)
# --- calls ---
#: twice(np.float32([0, 1]), np.float32([2]))
#: twice(np.float32([]), np.float32([inf]))
# --- emitted ---
# Written by `dslc build` from graph_calls.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("graph_calls.py")
def softplus(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(10)

    g.at("return np.log(np.exp(x) + 1.0)")
    result_exp = g.exp(x)                                         # f32[n]
    result_add = g.add(result_exp, 1.0)                           # f32[n]
    result = g.log(result_add)                                    # f32[n]
    return result


@dslc.builder("graph_calls.py", captures=("softplus",))
def twice(g, a: Tensor[f32, n], b: Tensor[f32, m]) -> tuple[Tensor[f32, n], Tensor[f32, m]]:
    g.lines(15)

    g.at("return softplus(softplus(a)), softplus(x=b)")
    result_softplus = g.call(softplus, a)                         # f32[n]
    result_softplus_2 = g.call(softplus, result_softplus)         # f32[n]
    result_softplus_3 = g.call(softplus, x=b)                     # f32[m]
    return result_softplus_2, result_softplus_3
