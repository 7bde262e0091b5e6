from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def first_above(x: Tensor[f32, n], bound: float) -> int:
    for i in range(x.shape[0]):
        if x[i] > bound:
            return i
    return -1
# --- calls ---
#: first_above(np.float32([1, 5, 7]), 4.0) == 1
#: first_above(np.float32([1]), 4.0) == -1
#: first_above(np.float32([]), 4.0) == -1
# --- emitted ---
# Written by `dslc build` from for_early_return.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("for_early_return.py")
def first_above(g, x: Tensor[f32, n], bound: float) -> int:
    g.lines(8, 9, 10, 11)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, result):                                    # int, int
        g.at("if x[i] > bound:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, bound)                       # bool_

        def if1_then():
            g.at("return i")
            return i, g.RETURN

        def if1_else():
            return g.unset, g.RUN

        result, exit = g.if_(test, if1_then, if1_else)            # int, int
        return result, exit

    result, exit = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,), exits=True)  # int, int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1")
        return -1

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int
    return result
