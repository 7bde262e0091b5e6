# construct: `+x`, `-x`, `not x`
# nodes: UnaryOp UAdd USub Not
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    k = x.shape[0]
    return -k, +k, not k  # <--
# --- calls ---
#: f(np.float32([2, 3])) == (-2, 2, False)
#: f(np.float32([])) == (0, 0, True)
# --- emitted ---
@dslc.builder("unary_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    k = x.shape[0]

    g.at("return -k, +k, not k")
    result_not = g.not_(k)                                        # bool
    return -k, k, result_not
