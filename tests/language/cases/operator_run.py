# construct: functions of `operator`, `functools.reduce`
# nodes: Call
# time: run
# status: supported
import functools
import operator
from operator import mul

from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], u: Scalar[f32], k: int):
    y = operator.add(x, mul(u, k))  # <--
    z = functools.reduce(mul, (k, u, 2), 3)
    return y, z, functools.reduce(lambda a, b: a - b, [k]), operator.lt(k, 3), operator.neg(k), operator.not_(k), operator.truth(u)
# --- calls ---
#: f(np.float32([1, np.nan]), np.float32(0.1), 3)
#: f(np.float32([]), np.float32(-0.0), 0)
# --- emitted ---
@dslc.builder("operator_run.py")
def f(g, x: Tensor[f32, n], u: Scalar[f32], k: int):
    g.lines(12, 13, 14)

    g.at("y = operator.add(x, mul(u, k))")
    y_multiply = g.multiply(u, k)                                 # f32
    y = g.add(x, y_multiply)                                      # f32[n]

    g.at("z = functools.reduce(mul, (k, u, 2), 3)")
    z_multiply = g.multiply(3 * k, u)                             # f32
    z = g.multiply(z_multiply, 2)                                 # f32

    g.at("return y, z, functools.reduce(lambda a, b: a - b, [k]), operator.lt(k, 3), operator.n...")
    result_less = g.less(k, 3)                                    # bool
    result_not = g.not_(k)                                        # bool
    result_cast = g.cast(u, bool)                                 # bool
    return y, z, k, result_less, -k, result_not, result_cast
