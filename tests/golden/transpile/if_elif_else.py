from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def scaled(x: Tensor[f32, n], level: Scalar[f32]) -> Tensor[f32, n]:
    if level < 0.0:
        y = -x
        factor = 1.0
    elif level < 1.0:
        y = x
        factor = 2.0
    else:
        y = x + level
        factor = 3.0
    return y * factor
# --- calls ---
#: scaled(np.float32([1, 2]), -1.0) == [-1, -2]
#: scaled(np.float32([1, 2]), 0.5) == [2, 4]
#: scaled(np.float32([1, 2]), 1.0) == [6, 9]
#: scaled(np.float32([]), nan)
# --- emitted ---
# Written by `dslc build` from if_elif_else.py: edit that file and build again.
import dslc
from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("if_elif_else.py")
def scaled(g, x: Tensor[f32, n], level: Scalar[f32]) -> Tensor[f32, n]:
    g.lines(8, 9, 11, 15, 17)

    g.at("if level < 0.0:")
    test = g.less(level, 0.0)                                     # bool_

    def if1_then():
        g.at("y = -x")
        y = g.negative(x)                                         # f32[n]

        factor = 1.0
        return y, factor

    def if1_else():
        g.at("elif level < 1.0:")
        test = g.less(level, 1.0)                                 # bool_

        def if2_then():
            y = x
            factor = 2.0
            return y, factor

        def if2_else():
            g.at("y = x + level")
            y = g.add(x, level)                                   # f32[n]

            factor = 3.0
            return y, factor

        y, factor = g.if_(test, if2_then, if2_else)               # f32[n], float
        return y, factor

    y, factor = g.if_(test, if1_then, if1_else)                   # f32[n], float

    g.at("return y * factor")
    result = g.multiply(y, factor)                                # f32[n]
    return result
