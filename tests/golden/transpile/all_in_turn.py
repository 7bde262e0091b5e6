# `any` and `all` of items that may raise or show something: each is a branch in the one before it.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def shown(v):
    print("v", v)
    return v > 2


@graph
def indexed(x: Tensor[f32, n], k: int):
    rows = [k, k + 1, k + 2]
    return all(x[r] > 2 for r in rows)


@graph
def printed(a: int, b: int, c: int):
    if all(shown(v) for v in (a, b, c)):
        return True
    return any(10 // p == q for p, q in ((a, b), (b, c)))
# --- calls ---
#: indexed(np.float32([3, 4, 5]), 0) == True
#! indexed(np.float32([3, 4, 5]), 1) IndexError
#: indexed(np.float32([3, 4, 1]), 2) == False
#: printed(1, 2, 3)
#: printed(3, 4, 5)
#: printed(3, 4, 1)
#! printed(0, 4, 1) ZeroDivisionError
#: printed(5, 2, 0)
#! printed(3, 0, 1) ZeroDivisionError
# --- emitted ---
# Written by `dslc build` from all_in_turn.py: edit that file and build again.
# `any` and `all` of items that may raise or show something: each is a branch in the one before it.
import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


def shown(v):
    print("v", v)
    return v > 2


@dslc.builder("all_in_turn.py")
def indexed(g, x: Tensor[f32, n], k: int):
    g.lines(17)

    rows = [k, k + 1, k + 2]

    g.at("return all(x[r] > 2 for r in rows)")
    result_index = g.index(x, g.s_[rows[0]])                      # f32
    result_greater = g.greater(result_index, 2)                   # bool_

    def if1_then():
        result_index_2 = g.index(x, g.s_[rows[1]])                # f32
        result_greater_2 = g.greater(result_index_2, 2)           # bool_
        result_cast = g.cast(result_greater_2, bool)              # bool
        return result_cast

    def if1_else():
        return False

    result_if = g.if_(result_greater, if1_then, if1_else)         # bool

    def if2_then():
        result_index_3 = g.index(x, g.s_[rows[2]])                # f32
        result_greater_3 = g.greater(result_index_3, 2)           # bool_
        result_cast_2 = g.cast(result_greater_3, bool)            # bool
        return result_cast_2

    def if2_else():
        return False

    result = g.if_(result_if, if2_then, if2_else)                 # bool
    return result


def shown_inlined(g, v):
    g.lines(10, 11)

    g.at('print("v", v)')
    g.print("v", v)

    g.at("return v > 2")
    result = g.greater(v, 2)                                      # bool
    return result


@dslc.builder("all_in_turn.py", captures=("shown",))
def printed(g, a: int, b: int, c: int):
    g.lines(22, 23, 24)

    g.at("if all(shown(v) for v in (a, b, c)):")
    test_shown = shown_inlined(g, a)                              # bool

    def if1_then():
        test_shown_2 = shown_inlined(g, b)                        # bool
        return test_shown_2

    def if1_else():
        return False

    test_if = g.if_(test_shown, if1_then, if1_else)               # bool

    def if2_then():
        test_shown_3 = shown_inlined(g, c)                        # bool
        return test_shown_3

    def if2_else():
        return False

    test = g.if_(test_if, if2_then, if2_else)                     # bool

    def if3_then():
        g.at("return True")
        return True

    def if3_else():
        g.at("return any(10 // p == q for p, q in ((a, b), (b, c)))")
        result_floor_divide = g.floor_divide(10, a)               # int
        result_equal = g.equal(result_floor_divide, b)            # bool

        def if4_then():
            return True

        def if4_else():
            result_floor_divide_2 = g.floor_divide(10, b)         # int
            result_equal_2 = g.equal(result_floor_divide_2, c)    # bool
            return result_equal_2

        result = g.if_(result_equal, if4_then, if4_else)          # bool
        return result

    result = g.if_(test, if3_then, if3_else)                      # bool
    return result
