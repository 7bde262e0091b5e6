from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def checked(x: Tensor[f32, n], strict: bool) -> None:
    if not strict:
        return
    for i in range(x.shape[0]):
        assert x[i] > 0, "negative"
# --- calls ---
#: checked(np.float32([1, 2]), True)
#: checked(np.float32([1, -2]), False)
#! checked(np.float32([1, -2]), True) AssertionError
# --- emitted ---
# Written by `dslc build` from nothing_returned.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("nothing_returned.py")
def checked(g, x: Tensor[f32, n], strict: bool) -> None:
    g.lines(8, 9, 10, 11)

    g.at("if not strict:")
    test = g.not_(strict)                                         # bool

    def if1_then():
        g.at("return")
        return g.RETURN

    def if1_else():
        g.at("for i in range(x.shape[0]):")

        def loop1_body(i):                                        # int
            g.at('assert x[i] > 0, "negative"')
            test_index = g.index(x, g.s_[i])                      # f32
            test = g.greater(test_index, 0)                       # bool_
            checked_2 = g.check(test, message="negative")         # bool
            return ()

        g.for_(g.range(x.shape[0]), loop1_body, ())
        return g.RUN

    exit = g.if_(test, if1_then, if1_else)                        # int
    return None
