# construct: `*` in a target
# nodes: Starred Assign
# time: build
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")
SIZES = (2, 3, 4)


@graph
def f(x: Tensor[f32, n]):
    first, *others = SIZES  # <--
    *none, last = [first]
    return x * first + others[1] * last, len(others), len(none)
# --- calls ---
#: f(np.float32([1]))
# --- emitted ---
@dslc.builder("starred_target_build.py", captures=("SIZES",))
def f(g, x: Tensor[f32, n]):
    # capture SIZES = (2, 3, 4)
    g.lines(13)

    first, others = SIZES[0], [SIZES[1], SIZES[2]]
    none, last = [], first

    g.at("return x * first + others[1] * last, len(others), len(none)")
    result_multiply = g.multiply(x, first)                        # f32[n]
    result_add = g.add(result_multiply, others[1] * last)         # f32[n]
    return result_add, len(others), len(none)
