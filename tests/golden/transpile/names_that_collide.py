"""Names of the user that the emitted text would use."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def collide(g: Tensor[f32, n], dslc: float, exit: int) -> Tensor[f32, n]:
    result = g * dslc
    loop1_body = 0.0
    if1_then = exit
    for i in range(if1_then):
        test = result[i] > loop1_body
        if test:
            return result
        going = i + exit
        result = result - going
    result_multiply = result + 1.0
    return result_multiply * result * 2.0
# --- calls ---
#: collide(np.float32([1, -2]), 2.0, 1) == [2, -4]
#: collide(np.float32([-1, -2]), 2.0, 1)
#: collide(np.float32([-1, -2]), 2.0, 0)
# --- emitted ---
# Written by `dslc build` from names_that_collide.py: edit that file and build again.
"""Names of the user that the emitted text would use."""

import dslc as dslc_2
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc_2.builder("names_that_collide.py")
def collide(g_2, g: Tensor[f32, n], dslc: float, exit: int) -> Tensor[f32, n]:
    g_2.lines(10, 13, 14, 15, 16, 18, 19, 20)

    g_2.at("result = g * dslc")
    result = g_2.multiply(g, dslc)                                # f32[n]

    loop1_body = 0.0
    if1_then = exit

    g_2.at("for i in range(if1_then):")

    def loop2_body(i, result, result_2):                          # int, f32[n], f32[n]
        g_2.at("test = result[i] > loop1_body")
        test_index = g_2.index(result, g_2.s_[i])                 # f32
        test = g_2.greater(test_index, loop1_body)                # bool_

        g_2.at("if test:")

        def if2_then(result):                                     # f32[n]
            g_2.at("return result")
            return result, result, g_2.RETURN

        def if2_else(result):                                     # f32[n]
            going = i + exit

            g_2.at("result = result - going")
            result = g_2.subtract(result, going)                  # f32[n]
            return result, g_2.unset, g_2.RUN

        result, result_2, exit_2 = g_2.if_(test, if2_then, if2_else, (result,))  # f32[n], f32[n], int
        return result, result_2, exit_2

    result, result_2, exit_2 = g_2.for_(                          # f32[n], f32[n], int
        g_2.range(if1_then),
        loop2_body,
        (result, g_2.unset),
        exits=True,
    )
    going_2 = g_2.not_equal(exit_2, g_2.RETURN)                   # bool

    def if3_then():
        g_2.at("result_multiply = result + 1.0")
        result_multiply = g_2.add(result, 1.0)                    # f32[n]

        g_2.at("return result_multiply * result * 2.0")
        result_2_multiply = g_2.multiply(result_multiply, result)  # f32[n]
        result_2 = g_2.multiply(result_2_multiply, 2.0)           # f32[n]
        return result_2

    def if3_else():
        return result_2

    result_2 = g_2.if_(going_2, if3_then, if3_else)               # f32[n]
    return result_2
