# construct: `@`
# nodes: BinOp MatMult
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(a: Tensor[f32, n, m], b: Tensor[f32, m]):
    return a @ b  # <--
# --- calls ---
#: f(np.ones((2, 3), np.float32), np.ones(3, np.float32)) == np.float32([3, 3])
# --- emitted ---
@dslc.builder("matmul_run.py")
def f(g, a: Tensor[f32, n, m], b: Tensor[f32, m]):
    g.lines(10)

    g.at("return a @ b")
    result = g.matmul(a, b)                                       # f32[n]
    return result
