import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


def bump(x, by):
    x += by
    return np.sum(x)


@graph
def fill(x: InOut[f32, n], v: float):
    x[:] = v
    return x[0] * 2.0


@graph
def scale(x: InOut[f32, n], y: Tensor[f32, n]) -> None:
    x *= y


@graph
def run(x: InOut[f32, n], y: InOut[f32, n], v: float):
    total = fill(x, v)
    local = x * 2.0
    same = local
    fill(local, 3.0)
    if v > 2.0:
        fill(local, 7.0)
        fill(x, 5.0)
    for i in range(2):
        scale(same, y)
        total = total + bump(x, 1.0) if v > 1.0 else total
    scale(y, x)
    return local, same, total + bump(y, total), bump(x, 0.5) > 3.0 and bump(x, 2.0) > 4.0
# --- calls ---
#: run(np.float32([1, 2, 3]), np.float32([4, 5, 6]), 3.0)
#: run(np.float32([1, 2, 3]), np.float32([4, 5, 6]), 1.5)
#: run(np.float32([1, 2, 3]), np.float32([4, 5, 6]), 0.25)
# --- emitted ---
# Written by `dslc build` from inout_calls.py: edit that file and build again.
import numpy as np

import dslc
from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


def bump(x, by):
    x += by
    return np.sum(x)


@dslc.builder("inout_calls.py")
def fill(g, x: InOut[f32, n], v: float):
    # updates x
    g.lines(15, 16)

    g.at("x[:] = v")
    g.write(x, g.s_[:], v)                                        # f32[n]

    g.at("return x[0] * 2.0")
    result_index = g.index(x, g.s_[0])                            # f32
    result = g.multiply(result_index, 2.0)                        # f32
    return result


@dslc.builder("inout_calls.py")
def scale(g, x: InOut[f32, n], y: Tensor[f32, n]) -> None:
    # updates x
    g.lines(21)

    g.at("x *= y")
    x_multiply = g.multiply(x, y)                                 # f32[n]
    g.write(x, g.s_[...], x_multiply, inplace=True)               # f32[n]
    return None


def bump_inlined(g, x, by):
    g.lines(9, 10)

    g.at("x += by")
    x_add = g.add(x, by)                                          # f32[n]
    g.write(x, g.s_[...], x_add, inplace=True)                    # f32[n]

    g.at("return np.sum(x)")
    result = g.sum(x)                                             # f32
    return result


@dslc.builder("inout_calls.py", captures=("fill", "scale", "bump"))
def run(g, x: InOut[f32, n], y: InOut[f32, n], v: float):
    # updates x, y
    g.lines(26, 27, 29, 30, 31, 32, 33, 34, 35, 36, 37)

    g.at("total = fill(x, v)")
    total = g.call(fill, x, v)                                    # f32, f32[n]

    g.at("local = x * 2.0")
    local = g.multiply(x, 2.0)                                    # f32[n]

    same = local

    g.at("fill(local, 3.0)")
    local_array = g.variable(local)
    value_fill = g.call(fill, local_array, 3.0)                   # f32, f32[n]
    local = g.value(local_array)
    same = local

    g.at("if v > 2.0:")
    test = g.greater(v, 2.0)                                      # bool

    def if1_then(local, same):                                    # f32[n], f32[n], f32[n]
        g.at("fill(local, 7.0)")
        local_array = g.variable(local)
        value_fill = g.call(fill, local_array, 7.0)               # f32, f32[n]
        local = g.value(local_array)
        same = local

        g.at("fill(x, 5.0)")
        value_fill = g.call(fill, x, 5.0)                         # f32, f32[n]
        return local, same

    def if1_else(local, same):                                    # f32[n], f32[n], f32[n]
        return local, same

    local, same = g.if_(test, if1_then, if1_else, (local, same), writes=(x,))  # f32[n], f32[n], f32[n]

    g.at("for i in range(2):")

    def loop1_body(i, total, local, same):                        # int, f32, f32[n], f32[n], f32[n]
        g.at("scale(same, y)")
        same_array = g.variable(same)
        g.call(scale, same_array, y)                              # f32[n]
        same = g.value(same_array)
        local = same

        g.at("total = total + bump(x, 1.0) if v > 1.0 else total")
        total_greater = g.greater(v, 1.0)                         # bool

        def if2_then():                                           # f32[n]
            total_bump = bump_inlined(g, x, 1.0)                  # f32
            total_add = g.add(total, total_bump)                  # f32
            return total_add

        def if2_else():                                           # f32[n]
            return total

        total = g.if_(total_greater, if2_then, if2_else, writes=(x,))  # f32, f32[n]
        return total, local, same

    total, local, same = g.for_(g.range(2), loop1_body, (total, local, same), writes=(x,))  # f32, f32[n], f32[n], f32[n]

    g.at("scale(y, x)")
    g.call(scale, y, x)                                           # f32[n]

    g.at("return local, same, total + bump(y, total), bump(x, 0.5) > 3.0 and bump(x, 2.0) > 4.0")
    result_bump = bump_inlined(g, y, total)                       # f32
    result_add = g.add(total, result_bump)                        # f32
    result_bump_2 = bump_inlined(g, x, 0.5)                       # f32
    result_greater = g.greater(result_bump_2, 3.0)                # bool_

    def if3_then():                                               # f32[n]
        result_bump_3 = bump_inlined(g, x, 2.0)                   # f32
        result_greater_2 = g.greater(result_bump_3, 4.0)          # bool_
        return result_greater_2

    def if3_else():                                               # f32[n]
        return result_greater

    result_if = g.if_(result_greater, if3_then, if3_else, writes=(x,))  # bool_, f32[n]
    return local, same, result_add, result_if
