# share_equal_nodes: what a write changes, what the caller gets twice, what is shown, stays
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6, 7, 8, 9)

    g.at("a = x + 1.0")
    a = g.add(x, 1.0)                                             # f32[n]

    g.at("b = x + 1.0")
    b = g.add(x, 1.0)                                             # f32[n]

    g.at("b[0] = 2.0")
    b = g.store(b, g.s_[0], 2.0)                                  # f32[n]

    g.at("print(x)")
    g.print(x)

    g.at("print(x)")
    g.print(x)

    g.at("return a, b, x * 2.0, x * 2.0, x * 2, x * -0.0 + x * 0.0")
    result_mul = g.multiply(x, 2.0)                               # f32[n]
    result_mul_2 = g.multiply(x, 2.0)                             # f32[n]
    result_mul_3 = g.multiply(x, 2)                               # f32[n]
    result_mul_4 = g.multiply(x, -0.0)                            # f32[n]
    result_mul_5 = g.multiply(x, 0.0)                             # f32[n]
    result = g.add(result_mul_4, result_mul_5)                    # f32[n]
    return a, b, result_mul, result_mul_2, result_mul_3, result
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6, 7, 8, 9)

    g.at("a = x + 1.0")
    a = g.add(x, 1.0)                                             # f32[n]

    g.at("b = x + 1.0")
    b = g.add(x, 1.0)                                             # f32[n]

    g.at("b[0] = 2.0")
    b = g.store(b, g.s_[0], 2.0)                                  # f32[n]

    g.at("print(x)")
    g.print(x)

    g.at("print(x)")
    g.print(x)

    g.at("return a, b, x * 2.0, x * 2.0, x * 2, x * -0.0 + x * 0.0")
    result_mul = g.multiply(x, 2.0)                               # f32[n]
    result_mul_2 = g.multiply(x, 2.0)                             # f32[n]
    result_mul_3 = g.multiply(x, 2)                               # f32[n]
    result_mul_4 = g.multiply(x, -0.0)                            # f32[n]
    result_mul_5 = g.multiply(x, 0.0)                             # f32[n]
    result = g.add(result_mul_4, result_mul_5)                    # f32[n]
    return a, b, result_mul, result_mul_2, result_mul_3, result
