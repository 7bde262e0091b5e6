# construct: an expression alone
# nodes: Expr
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    """Twice `x`."""
    len((1, 2))  # <--
    return x * 2
# --- calls ---
#: f(np.float32([2])) == np.float32([4])
# --- emitted ---
@dslc.builder("expression_statement_build.py")
def f(g, x: Tensor[f32, n]):
    """Twice `x`."""
    g.lines(12)

    len((1, 2))

    g.at("return x * 2")
    result = g.multiply(x, 2)                                     # f32[n]
    return result
