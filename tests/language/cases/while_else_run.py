# construct: `while` with `else`
# nodes: While
# time: run
# status: supported
from dslc import graph


@graph
def f(x: float):
    while x < 10:  # <--
        x = x * 2
        if x == 8:
            break
    else:
        x = -x
    return x
# --- calls ---
#: f(1.0) == 8.0
#: f(3.0) == -12.0
#: f(20.0) == -20.0
# --- emitted ---
@dslc.builder("while_else_run.py")
def f(g, x: float):
    g.lines(6, 7, 8, 9, 10, 11)

    g.at("while x < 10:")

    def loop1_test(x):                                            # float
        test = g.less(x, 10)                                      # bool
        return test

    def loop1_body(x):                                            # float
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # float

        g.at("if x == 8:")
        test = g.equal(x, 8)                                      # bool

        def if1_then():
            g.at("break")
            return g.BREAK

        def if1_else():
            return g.RUN

        exit = g.if_(test, if1_then, if1_else)                    # int
        return x, exit

    x, exit = g.while_(loop1_test, loop1_body, (x,), exits=True)  # float, int

    g.at("else:")
    test = g.not_equal(exit, g.BREAK)                             # bool

    def if2_then(x):                                              # float
        g.at("x = -x")
        x = g.negative(x)                                         # float
        return x

    def if2_else(x):                                              # float
        return x

    x = g.if_(test, if2_then, if2_else, (x,))                     # float

    return x
