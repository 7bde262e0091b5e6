# construct: `match`
# nodes: Match match_case MatchValue
# time: call
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    match x.shape[0]:  # <--
        case 0:
            y = x
        case 1:
            y = x * 2
        case _:
            y = x + 1
    return y
# --- calls ---
#: f(np.float32([])) == np.float32([])
#: f(np.float32([3])) == np.float32([6])
#: f(np.float32([3, 4])) == np.float32([4, 5])
# --- emitted ---
@dslc.builder("match_call.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11, 13, 14, 16)

    matched = x.shape[0]

    g.at("case 0:")
    test = g.equal(matched, 0)                                    # bool

    def if1_then():
        y = x
        return y

    def if1_else():
        g.at("case 1:")
        test = g.equal(matched, 1)                                # bool

        def if2_then():
            g.at("y = x * 2")
            y = g.multiply(x, 2)                                  # f32[n]
            return y

        def if2_else():
            g.at("y = x + 1")
            y = g.add(x, 1)                                       # f32[n]
            return y

        y = g.if_(test, if2_then, if2_else)                       # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else)                           # f32[n]

    return y
