from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def unchanged(x: Tensor[f32, n], a: float) -> Tensor[f32, n]:
    if a > 0:
        pass
    else:
        x = x + 1.0
    if a > 1:
        "only text"
    for _ in range(3):
        ...
    return x
# --- calls ---
#: unchanged(np.float32([1]), 2.0) == [1]
#: unchanged(np.float32([1]), -1.0) == [2]
# --- emitted ---
# Written by `dslc build` from empty_branches.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("empty_branches.py")
def unchanged(g, x: Tensor[f32, n], a: float) -> Tensor[f32, n]:
    g.lines(8, 11, 12, 14)

    g.at("if a > 0:")
    test = g.greater(a, 0)                                        # bool

    def if1_then(x):                                              # f32[n]
        return x

    def if1_else(x):                                              # f32[n]
        g.at("x = x + 1.0")
        x = g.add(x, 1.0)                                         # f32[n]
        return x

    x = g.if_(test, if1_then, if1_else, (x,))                     # f32[n]

    g.at("if a > 1:")
    test = g.greater(a, 1)                                        # bool

    def if2_then():
        return ()

    def if2_else():
        return ()

    g.if_(test, if2_then, if2_else)

    g.at("for _ in range(3):")

    def loop1_body(_):                                            # int
        return ()

    g.for_(g.range(3), loop1_body, ())

    return x
