"""What a test tells of sizes is known where it holds: nothing more is required there."""

import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def same(x: Tensor[f32, n], y: Tensor[f32, m]) -> bool:
    # The arrays are compared only where their sizes are equal.
    return x.shape[0] == y.shape[0] and bool(np.all(x == y))


@graph
def mixed(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    fits = x.shape[0] == y.shape[0] and x.shape[0] % 2 == 0
    z = x + y if fits else x
    if not fits:
        return z
    return z.reshape(-1, 2).reshape(x.shape[0])


@graph
def both(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    if x.shape[0] == 3:
        return x + y
    if y.shape[0] == 4:
        return x - y
    return x


@graph
def cut(x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    while x.shape[0] != y.shape[0]:
        x = x[:-1]
    return x + y
# --- calls ---
#: same(np.float32([1, 2]), np.float32([1, 2])) == True
#: same(np.float32([1, 2]), np.float32([1, 3])) == False
#: same(np.float32([1, 2]), np.float32([1, 2, 3])) == False
#: mixed(np.float32([1, 2]), np.float32([1, 3])) == [2, 5]
#: mixed(np.float32([1]), np.float32([1, 3])) == [1]
#: mixed(np.float32([1]), np.float32([1])) == [1]
#: both(np.float32([1, 2, 3]), np.float32([1, 2, 3])) == [2, 4, 6]
#: both(np.float32([1, 2, 3, 4]), np.float32([1, 2, 3, 4])) == [0, 0, 0, 0]
#: both(np.float32([1]), np.float32([1, 2])) == [1]
#? both(np.float32([1, 2, 3]), np.float32([1, 2])) shape-assumption
#? both(np.float32([1]), np.float32([1, 2, 3, 4])) shape-assumption
#: cut(np.float32([1, 2, 3]), np.float32([1, 2])) == [2, 4]
# --- emitted ---
# Written by `dslc build` from tests_of_sizes.py: edit that file and build again.
"""What a test tells of sizes is known where it holds: nothing more is required there."""

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("tests_of_sizes.py")
def same(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> bool:
    g.lines(13)

    # The arrays are compared only where their sizes are equal.
    g.at("return x.shape[0] == y.shape[0] and bool(np.all(x == y))")
    result_equal = g.equal(x.shape[0], y.shape[0])                # bool

    def if1_then():
        result_equal_2 = g.equal(x, y)                            # bool_[n]
        result_all = g.all(result_equal_2)                        # bool_
        result_cast = g.cast(result_all, bool)                    # bool
        return result_cast

    def if1_else():
        return result_equal

    result = g.if_(result_equal, if1_then, if1_else)              # bool
    return result


@dslc.builder("tests_of_sizes.py")
def mixed(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    g.lines(18, 19, 20, 21, 22)

    g.at("fits = x.shape[0] == y.shape[0] and x.shape[0] % 2 == 0")
    fits_equal = g.equal(x.shape[0], y.shape[0])                  # bool
    fits_equal_2 = g.equal(x.shape[0] % 2, 0)                     # bool
    fits = g.and_(fits_equal, fits_equal_2)                       # bool

    g.at("z = x + y if fits else x")

    def if1_then():
        z_add = g.add(x, y)                                       # f32[n]
        return z_add

    def if1_else():
        return x

    z = g.if_(fits, if1_then, if1_else)                           # f32[n]

    g.at("if not fits:")
    test = g.not_(fits)                                           # bool

    def if2_then():
        g.at("return z")
        return z

    def if2_else():
        g.at("return z.reshape(-1, 2).reshape(x.shape[0])")
        result_reshape = g.reshape(z, (-1, 2))                    # f32[n//2, 2]
        result = g.reshape(result_reshape, (x.shape[0],))         # f32[n]
        return result

    result = g.if_(test, if2_then, if2_else)                      # f32[n]
    return result


@dslc.builder("tests_of_sizes.py")
def both(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, n]:
    g.lines(27, 28, 29, 30, 31)

    g.at("if x.shape[0] == 3:")
    test = g.equal(x.shape[0], 3)                                 # bool

    def if1_then():
        g.at("return x + y")
        # require m == n: return x + y
        result = g.add(x, y)                                      # f32[n]
        return result

    def if1_else():
        g.at("if y.shape[0] == 4:")
        test = g.equal(y.shape[0], 4)                             # bool

        def if2_then():
            g.at("return x - y")
            # require m == n: return x - y
            result = g.subtract(x, y)                             # f32[n]
            return result

        def if2_else():
            g.at("return x")
            return x

        result = g.if_(test, if2_then, if2_else)                  # f32[n]
        return result

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result


@dslc.builder("tests_of_sizes.py")
def cut(g, x: Tensor[f32, n], y: Tensor[f32, m]) -> Tensor[f32, m]:
    g.lines(36, 37, 38)

    g.at("while x.shape[0] != y.shape[0]:")

    def loop1_test(x):                                            # f32[x_n]
        test = g.not_equal(x.shape[0], y.shape[0])                # bool
        return test

    def loop1_body(x):                                            # f32[x_n]
        g.at("x = x[:-1]")
        x = g.index(x, g.s_[:-1])                                 # f32[max(x_n - 1, 0)]
        return x

    x = g.while_(loop1_test, loop1_body, (x,))                    # f32[x_n]

    g.at("return x + y")
    result = g.add(x, y)                                          # f32[m]
    return result
