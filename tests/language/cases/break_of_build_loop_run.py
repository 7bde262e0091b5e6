# construct: `break` of a loop over build values, under a run-time condition
# nodes: Break
# time: run
# status: supported
# note: A trip is a branch that is taken while none has left.
from dslc import graph


@graph
def f(x: float):
    for rate in (0.5, 0.25):
        x = x * rate
        if x < 1:
            break  # <--
    return x
# --- calls ---
#: f(1.0) == 0.5
#: f(7.0) == 0.875
#: f(16.0) == 2.0
#: f(nan)
# --- emitted ---
@dslc.builder("break_of_build_loop_run.py")
def f(g, x: float):
    g.lines(6, 7, 8, 9)

    g.at("for rate in (0.5, 0.25):")
    exit = g.RUN
    for rate in (0.5, 0.25):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(x):                                          # float
            g.at("x = x * rate")
            x = g.multiply(x, rate)                               # float

            g.at("if x < 1:")
            test = g.less(x, 1)                                   # bool

            def if2_then():
                g.at("break")
                return g.BREAK

            def if2_else():
                return g.RUN

            exit = g.if_(test, if2_then, if2_else)                # int
            return x, exit

        def if1_else(x):                                          # float
            return x, exit

        x, exit = g.if_(going, if1_then, if1_else, (x,))          # float, int

    return x
