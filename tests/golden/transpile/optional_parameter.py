"""Which of both it is, is known while building."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph(check=[{"bias": None}])
def shifted(x: Tensor[f32, n], bias: float | None = None) -> Tensor[f32, n]:
    if bias is None:
        return x
    return x + bias
# --- calls ---
#: shifted(np.float32([1, 2])) == [1, 2]
# --- emitted ---
# Written by `dslc build` from optional_parameter.py: edit that file and build again.
"""Which of both it is, is known while building."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("optional_parameter.py")
def shifted(g, x: Tensor[f32, n], bias: float | None = None) -> Tensor[f32, n]:
    g.lines(12)

    if bias is None:
        return x

    g.at("return x + bias")
    result = g.add(x, bias)
    return result
