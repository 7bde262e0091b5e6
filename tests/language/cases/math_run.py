# construct: functions of `math`
# nodes: Call
# time: run
# status: supported
# note: Its results to the bit and its errors, on every device: Python computes them.
import math

from dslc import Scalar, f32, graph


@graph
def f(x: float, u: Scalar[f32], k: int):
    y = math.sqrt(x) + math.log(u)  # <--
    m, e = math.frexp(y)
    whole = math.floor(x), math.gcd(k, 6), math.isclose(x, u, rel_tol=0.5)
    while math.fabs(y) > 1:
        y = math.fmod(y, 1.5) / 2
    return y, m, e, whole, math.hypot(x, u, k), math.fsum((x, u, k)), math.prod([x, k]), math.pi * x
# --- calls ---
#: f(2.0, np.float32(3), 4)
#: f(1e16, np.float32(0.1), -(2**62))
#! f(-1.0, np.float32(3), 4) ValueError
#! f(1.0, np.float32(0), 4) ValueError
#! f(math.inf, np.float32(1), 4) OverflowError
# --- emitted ---
@dslc.builder("math_run.py")
def f(g, x: float, u: Scalar[f32], k: int):
    g.lines(8, 9, 10, 11, 12, 13)

    g.at("y = math.sqrt(x) + math.log(u)")
    y_sqrt = g.math("sqrt", x)                                    # float
    y_log = g.math("log", u)                                      # float
    y = g.add(y_sqrt, y_log)                                      # float

    g.at("m, e = math.frexp(y)")
    m, e = g.math("frexp", y)                                     # float, int

    g.at("whole = math.floor(x), math.gcd(k, 6), math.isclose(x, u, rel_tol=0.5)")
    whole_floor = g.math("floor", x)                              # int
    whole_gcd = g.math("gcd", k, 6)                               # int
    whole_isclose = g.math("isclose", x, u, 0.5, 0.0)             # bool
    whole = (whole_floor, whole_gcd, whole_isclose)

    g.at("while math.fabs(y) > 1:")

    def loop1_test(y):                                            # float
        test_fabs = g.math("fabs", y)                             # float
        test = g.greater(test_fabs, 1)                            # bool
        return test

    def loop1_body(y):                                            # float
        g.at("y = math.fmod(y, 1.5) / 2")
        y_fmod = g.math("fmod", y, 1.5)                           # float
        y = g.divide(y_fmod, 2)                                   # float
        return y

    y = g.while_(loop1_test, loop1_body, (y,))                    # float

    g.at("return y, m, e, whole, math.hypot(x, u, k), math.fsum((x, u, k)), math.prod([x, k]), ...")
    result_hypot = g.math("hypot", x, u, k)                       # float
    result_fsum = g.math("fsum", x, u, k)                         # float
    result_multiply = g.multiply(x, k)                            # float
    result_multiply_2 = g.multiply(math.pi, x)                    # float
    return y, m, e, whole, result_hypot, result_fsum, result_multiply, result_multiply_2
