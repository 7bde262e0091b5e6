# construct: a name that a loop is the first to bind
# nodes: Name
# time: run
# status: supported
# note: Where no trip may run, reading it raises what Python does.
from dslc import graph


@graph
def f(x: float, most: float):
    while x < most:
        half = x
        x = x * 2
    return half  # <--
# --- calls ---
#: f(1.0, 5.0) == 4.0
#! f(1.0, 0.0) UnboundLocalError
#! f(1.0, nan) UnboundLocalError
# --- emitted ---
@dslc.builder("name_of_loop_run.py")
def f(g, x: float, most: float):
    g.lines(6, 8, 9)

    g.at("while x < most:")
    ran = False

    def loop1_test(x, half, ran):                                 # float, float, bool
        test = g.less(x, most)                                    # bool
        return test

    def loop1_body(x, half, ran):                                 # float, float, bool
        half = x

        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # float
        return x, half, True

    x, half, ran = g.while_(loop1_test, loop1_body, (x, g.unset, ran))  # float, float, bool

    g.at("return half")
    checked = g.check(                                            # bool
        ran,
        message="cannot access local variable 'half' where it is not associated with a value",
        error="UnboundLocalError",
    )
    return half
