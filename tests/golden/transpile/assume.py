"""What a program relies on of its sizes: checked before it runs, or where it stands."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def grouped(x: Tensor[f32, n, m], count: int, heads: Static[int] = 2) -> Tensor[f32, n, m]:
    dslc.assume(1 <= x.shape[0] <= 512 and x.shape[1] % heads == 0)
    dslc.assume(count < x.shape[0])
    if x[0, 0] > 1.0:
        # Only where this branch is taken.
        dslc.assume(x.shape[1] > 2)
        x = x + 1.0
    return x


@graph
def paired(x: Tensor[f32, n]) -> Tensor[f32, n]:
    dslc.assume(x.shape[0] % 2 == 0)
    return x.reshape(-1, 2).reshape(-1)


@graph
def kept(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    while x.shape[0] > 4:
        x = x[1:]
    dslc.assume(x.shape[0] == y.shape[0])
    return x + y
# --- calls ---
#: grouped(np.float32([[1, 2]]), 0) == [[1, 2]]
#: grouped(np.float32([[2, 2, 2, 2]]), 0) == [[3, 3, 3, 3]]
#? grouped(np.float32([[2, 2]]), 0) shape-assumption
#? grouped(np.float32([[1, 2]]), 1) shape-assumption
#? grouped(np.float32([[1, 2, 3]]), 0) shape-assumption
#? grouped(np.zeros((0, 2), np.float32), -1) shape-assumption
#: paired(np.float32([1, 2])) == [1, 2]
#? paired(np.float32([1])) shape-assumption
#: kept(np.ones(7, np.float32), np.ones(4, np.float32)) == [2, 2, 2, 2]
#: kept(np.ones(3, np.float32), np.ones(3, np.float32)) == [2, 2, 2]
#? kept(np.ones(7, np.float32), np.ones(3, np.float32)) shape-assumption
# --- emitted ---
# Written by `dslc build` from assume.py: edit that file and build again.
"""What a program relies on of its sizes: checked before it runs, or where it stands."""

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("assume.py")
def grouped(g, x: Tensor[f32, n, m], count: int, heads: Static[int] = 2) -> Tensor[f32, n, m]:
    # require n >= 1: dslc.assume(1 <= x.shape[0] <= 512 and x.shape[1] % heads == 0)
    # require n <= 512: dslc.assume(1 <= x.shape[0] <= 512 and x.shape[1] % heads == 0)
    # require m % 2 == 0: dslc.assume(1 <= x.shape[0] <= 512 and x.shape[1] % heads == 0)
    # require count < n: dslc.assume(count < x.shape[0])
    g.lines(13, 14, 15, 17, 18)

    g.at("dslc.assume(1 <= x.shape[0] <= 512 and x.shape[1] % heads == 0)")
    g.require(1, "<=", x.shape[0])
    g.require(x.shape[0], "<=", 512)
    g.require(x.shape[1] % heads, "==", 0)

    g.at("dslc.assume(count < x.shape[0])")
    g.require(count, "<", x.shape[0])

    g.at("if x[0, 0] > 1.0:")
    test_index = g.index(x, g.s_[0, 0])                           # f32
    test = g.greater(test_index, 1.0)                             # bool_

    def if1_then(x):                                              # f32[n, m]
        # Only where this branch is taken.
        g.at("dslc.assume(x.shape[1] > 2)")
        g.require(x.shape[1], ">", 2)

        g.at("x = x + 1.0")
        x = g.add(x, 1.0)                                         # f32[n, m]
        return x

    def if1_else(x):                                              # f32[n, m]
        return x

    x = g.if_(test, if1_then, if1_else, (x,))                     # f32[n, m]

    return x


@dslc.builder("assume.py")
def paired(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    # require n % 2 == 0: dslc.assume(x.shape[0] % 2 == 0)
    g.lines(24, 25)

    g.at("dslc.assume(x.shape[0] % 2 == 0)")
    g.require(x.shape[0] % 2, "==", 0)

    g.at("return x.reshape(-1, 2).reshape(-1)")
    result_reshape = g.reshape(x, (-1, 2))                        # f32[n//2, 2]
    result = g.reshape(result_reshape, (-1,))                     # f32[n]
    return result


@dslc.builder("assume.py")
def kept(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    g.lines(30, 31, 32, 33)

    g.at("while x.shape[0] > 4:")

    def loop1_test(x):                                            # f32[x_n]
        test = g.greater(x.shape[0], 4)                           # bool
        return test

    def loop1_body(x):                                            # f32[x_n]
        g.at("x = x[1:]")
        x = g.index(x, g.s_[1:])                                  # f32[x_n - 1]
        return x

    x = g.while_(loop1_test, loop1_body, (x,))                    # f32[x_n]

    g.at("dslc.assume(x.shape[0] == y.shape[0])")
    g.require(x.shape[0], "==", y.shape[0])

    g.at("return x + y")
    result = g.add(x, y)                                          # f32[m]
    return result
