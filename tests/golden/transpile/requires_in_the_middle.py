"""What is assumed of sizes that only the run knows is checked, and shown, where it stands."""

import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i64

n, m = dims("n m")


@graph
def padded(x: Tensor[f32, n], rows: Scalar[i64]) -> Tensor[f32, n]:
    y = np.ones(rows, np.float32)
    return y + x


@graph
def halved(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    while x.shape[0] > 4:
        x = x[::2] + 1.0
    return x


@graph
def joined(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    if x.shape[0] == y.shape[0]:
        return x + y
    if x.shape[0] > 2:
        x[: y.shape[0]] + y
    return x


@graph
def folded(x: Tensor[f32, n]) -> Tensor[f32, n]:
    assert x.shape[0] % 4 == 0
    rows = x.reshape(-1, 4)
    return (2.0 * rows).reshape(x.shape[0])
# --- calls ---
#: padded(np.float32([1, 2]), 2) == [2, 3]
#? padded(np.float32([1, 2]), 3) shape-assumption
#: halved(np.zeros(8, np.float32), np.zeros(4, np.float32))
#? halved(np.zeros(8, np.float32), np.zeros(3, np.float32)) shape-assumption
#: joined(np.float32([1, 2]), np.float32([1, 1])) == [2, 3]
#: joined(np.float32([1, 2]), np.float32([1, 1, 1])) == [1, 2]
#: joined(np.float32([1, 2, 3]), np.float32([1, 1])) == [1, 2, 3]
#? joined(np.float32([1, 2, 3]), np.float32([1, 1, 1, 1])) shape-assumption
#: folded(np.ones(8, np.float32))
#! folded(np.ones(6, np.float32)) AssertionError
# --- emitted ---
# Written by `dslc build` from requires_in_the_middle.py: edit that file and build again.
"""What is assumed of sizes that only the run knows is checked, and shown, where it stands."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("requires_in_the_middle.py")
def padded(g, x: Tensor[f32, n], rows: Scalar[i64]) -> Tensor[f32, n]:
    g.lines(12, 13)

    g.at("y = np.ones(rows, np.float32)")
    rows_n = g.as_dim(rows)                                       # int
    y = g.ones(rows_n, np.float32)                                # f32[rows_n]

    g.at("return y + x")
    # require n == rows_n: return y + x
    result = g.add(y, x)                                          # f32[n]
    return result


@dslc.builder("requires_in_the_middle.py")
def halved(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    g.lines(18, 19)

    g.at("while x.shape[0] > 4:")

    def loop1_test(x):                                            # f32[x_n]
        test = g.greater(x.shape[0], 4)                           # bool
        return test

    def loop1_body(x):                                            # f32[x_n]
        g.at("x = x[::2] + 1.0")
        x_index = g.index(x, g.s_[::2])                           # f32[(x_n + 1)//2]
        x = g.add(x_index, 1.0)                                   # f32[(x_n + 1)//2]
        return x

    x = g.while_(loop1_test, loop1_body, (x,))                    # f32[x_n]

    # require m == x_n: -> Tensor[f32, m]
    return x


@dslc.builder("requires_in_the_middle.py")
def joined(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    g.lines(25, 26, 27, 28, 29)

    g.at("if x.shape[0] == y.shape[0]:")
    test = g.equal(x.shape[0], y.shape[0])                        # bool

    def if1_then():
        g.at("return x + y")
        result = g.add(x, y)                                      # f32[n]
        return result

    def if1_else():
        g.at("if x.shape[0] > 2:")
        test = g.greater(x.shape[0], 2)                           # bool

        def if2_then():
            g.at("x[: y.shape[0]] + y")
            value_index = g.index(x, g.s_[:y.shape[0]])           # f32[min(m, n)]
            # require m <= n: x[: y.shape[0]] + y
            value_add = g.add(value_index, y)                     # f32[m]
            return ()

        def if2_else():
            return ()

        g.if_(test, if2_then, if2_else)

        g.at("return x")
        return x

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result


@dslc.builder("requires_in_the_middle.py")
def folded(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(34, 35, 36)

    g.at("assert x.shape[0] % 4 == 0")
    test = g.equal(x.shape[0] % 4, 0)                             # bool
    checked = g.check(test)                                       # bool

    g.at("rows = x.reshape(-1, 4)")
    rows = g.reshape(x, (-1, 4))                                  # f32[n//4, 4]

    g.at("return (2.0 * rows).reshape(x.shape[0])")
    result_multiply = g.multiply(2.0, rows)                       # f32[n//4, 4]
    result = g.reshape(result_multiply, (x.shape[0],))            # f32[n]
    return result
