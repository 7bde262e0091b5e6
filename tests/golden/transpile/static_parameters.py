import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@graph(check=[{"axis": 0, "kind": "sum"}, {"axis": 1, "kind": "max"}])
def reduced(x: Tensor[f32, n, m], axis: Static[int], kind: str, scale: Static[float] = 1.0):
    if kind == "sum":
        y = np.sum(x, axis=axis)
    else:
        y = np.max(x, axis=axis)
    return y * scale
# --- calls ---
#: reduced(np.float32([[1, 2], [3, 5]]), 0, "sum") == [4, 7]
#: reduced(np.float32([[1, 2], [3, 5]]), 1, "max", 2.0) == [4, 10]
# --- emitted ---
# Written by `dslc build` from static_parameters.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("static_parameters.py")
def reduced(g, x: Tensor[f32, n, m], axis: Static[int], kind: str, scale: Static[float] = 1.0):
    g.lines(11, 13, 14)

    if kind == "sum":
        g.at("y = np.sum(x, axis=axis)")
        y = g.sum(x, axis=axis)                                   # f32[m]
    else:
        g.at("y = np.max(x, axis=axis)")
        y = g.max(x, axis=axis)                                   # f32[n]

    g.at("return y * scale")
    result = g.multiply(y, scale)                                 # f32[*]
    return result
