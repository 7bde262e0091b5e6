# construct: NaN from the branch not taken
# time: run
# status: supported
# reported: jax-ml/jax#20601, taichi-dev/taichi#7115
# gradient: grad(f)(-1.0) == 3.0; grad(f)(2.0) == 0.5
import numpy as np

from dslc import graph


@graph
def f(x: float):
    if x > 0.5:  # <--
        y = np.log(x)
    else:
        y = 3.0 * x
    return y
# --- calls ---
#~ f(-1.0)
#~ f(2.0)
# --- emitted ---
@dslc.builder("f41.py")
def f(g, x: float):
    g.lines(8, 9, 11)

    g.at("if x > 0.5:")
    test = g.greater(x, 0.5)                                      # bool

    def if1_then():
        g.at("y = np.log(x)")
        y = g.log(x)                                              # f64
        return y

    def if1_else():
        g.at("y = 3.0 * x")
        y = g.multiply(3.0, x)                                    # float
        return y

    y = g.if_(test, if1_then, if1_else)                           # f64?

    return y
