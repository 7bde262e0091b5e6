"""The right operand of `and` can raise, so it is evaluated only under the left one."""

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def leading(x: Tensor[f32, n], bound: float) -> int:
    count = 0
    while count < x.shape[0] and x[count] > bound:
        count += 1
    return count
# --- calls ---
#: leading(np.float32([3, 2, 1]), 1.5) == 2
#: leading(np.float32([3, 2]), 0.0) == 2
#: leading(np.float32([]), 0.0) == 0
# --- emitted ---
# Written by `dslc build` from while_lazy_operand.py: edit that file and build again.
"""The right operand of `and` can raise, so it is evaluated only under the left one."""

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("while_lazy_operand.py")
def leading(g, x: Tensor[f32, n], bound: float) -> int:
    g.lines(11, 12)

    count = 0

    g.at("while count < x.shape[0] and x[count] > bound:")

    def loop1_test(count):                                        # int
        test_less = g.less(count, x.shape[0])                     # bool

        def if1_then():
            test_index = g.index(x, g.s_[count])                  # f32
            test_greater = g.greater(test_index, bound)           # bool_
            test_cast = g.cast(test_greater, bool)                # bool
            return test_cast

        def if1_else():
            return False

        test = g.if_(test_less, if1_then, if1_else)               # bool
        return test

    def loop1_body(count):                                        # int
        g.at("count += 1")
        count = g.add(count, 1)                                   # int
        return count

    count = g.while_(loop1_test, loop1_body, (count,))            # int

    return count
