"""A pairwise sum: the array is half as long after each trip."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def folded(x: Tensor[f32, n]):
    steps = 0
    while x.shape[0] > 1:
        half = x.shape[0] // 2
        x = x[:half] + x[half : 2 * half]
        steps += 1
    return x, steps
# --- calls ---
#: folded(np.arange(8, dtype=np.float32)) == ([28], 3)
#: folded(np.float32([1, 2, 3])) == ([3], 1)
#: folded(np.float32([])) == ([], 0)
# --- emitted ---
# Written by `dslc build` from shrinking_array.py: edit that file and build again.
"""A pairwise sum: the array is half as long after each trip."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("shrinking_array.py")
def folded(g, x: Tensor[f32, n]):
    g.lines(11, 13, 14)

    steps = 0

    g.at("while x.shape[0] > 1:")

    def loop1_test(x, steps):                                     # f32[x_n], int
        test = g.greater(x.shape[0], 1)                           # bool
        return test

    def loop1_body(x, steps):                                     # f32[x_n], int
        half = x.shape[0] // 2

        g.at("x = x[:half] + x[half : 2 * half]")
        x_index = g.index(x, g.s_[:half])                         # f32[x_n//2]
        x_index_2 = g.index(x, g.s_[half:2 * half])               # f32[x_n//2]
        x = g.add(x_index, x_index_2)                             # f32[x_n//2]

        g.at("steps += 1")
        steps = g.add(steps, 1)                                   # int
        return x, steps

    x, steps = g.while_(loop1_test, loop1_body, (x, steps))       # f32[x_n], int

    return x, steps
