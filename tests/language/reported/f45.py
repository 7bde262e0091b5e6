# construct: reverse mode through a data-dependent `while`
# time: run
# status: supported
# reported: jax-ml/jax#2469
# gradient: grad(f)(1.0) == 128.0
from dslc import graph


@graph
def f(x: float):
    while x < 100:  # <--
        x = x * 2
    return x
# --- calls ---
#: f(1.0) == 128.0
# --- emitted ---
@dslc.builder("f45.py")
def f(g, x: float):
    g.lines(6, 7)

    g.at("while x < 100:")

    def loop1_test(x):                                            # float
        test = g.less(x, 100)                                     # bool
        return test

    def loop1_body(x):                                            # float
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # float
        return x

    x = g.while_(loop1_test, loop1_body, (x,))                    # float

    return x
