from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def chosen(x: Tensor[f32, n], a: Scalar[f32], b: Scalar[f32]) -> Tensor[f32, n]:
    if a > 0.0:
        if b > 0.0:
            return x + a
        x = x * 2.0
    elif b > 0.0:
        return x - b
    return x * a
# --- calls ---
#: chosen(np.float32([1, 2]), 1.0, 1.0) == [2, 3]
#: chosen(np.float32([1, 2]), 1.0, -1.0) == [2, 4]
#: chosen(np.float32([1, 2]), -1.0, 1.0) == [0, 1]
#: chosen(np.float32([1, 2]), -1.0, -1.0) == [-1, -2]
# --- emitted ---
# Written by `dslc build` from return_in_nested_ifs.py: edit that file and build again.
import dslc
from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("return_in_nested_ifs.py")
def chosen(g, x: Tensor[f32, n], a: Scalar[f32], b: Scalar[f32]) -> Tensor[f32, n]:
    g.lines(8, 9, 10, 11, 12, 13, 14)

    g.at("if a > 0.0:")
    test = g.greater(a, 0.0)                                      # bool_

    def if1_then(x):                                              # f32[n]
        g.at("if b > 0.0:")
        test = g.greater(b, 0.0)                                  # bool_

        def if2_then(x):                                          # f32[n]
            g.at("return x + a")
            result = g.add(x, a)                                  # f32[n]
            return x, result, g.RETURN

        def if2_else(x):                                          # f32[n]
            g.at("x = x * 2.0")
            x = g.multiply(x, 2.0)                                # f32[n]
            return x, g.unset, g.RUN

        x, result, exit = g.if_(test, if2_then, if2_else, (x,))   # f32[n], f32[n], int
        return x, result, exit

    def if1_else(x):                                              # f32[n]
        g.at("elif b > 0.0:")
        test = g.greater(b, 0.0)                                  # bool_

        def if3_then():
            g.at("return x - b")
            result = g.subtract(x, b)                             # f32[n]
            return result, g.RETURN

        def if3_else():
            return g.unset, g.RUN

        result, exit = g.if_(test, if3_then, if3_else)            # f32[n], int
        return x, result, exit

    x, result, exit = g.if_(test, if1_then, if1_else, (x,))       # f32[n], f32[n], int
    going = g.equal(exit, g.RUN)                                  # bool

    def if4_then():
        g.at("return x * a")
        result = g.multiply(x, a)                                 # f32[n]
        return result

    def if4_else():
        return result

    result = g.if_(going, if4_then, if4_else)                     # f32[n]
    return result
