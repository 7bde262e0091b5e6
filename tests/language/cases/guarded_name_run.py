# construct: a name bound under a condition that is tested again
# nodes: Name
# time: run
# status: supported
from dslc import graph


@graph
def f(x: float, flag: bool):
    if flag and x > 0:
        y = 1 / x
    x = x + 1
    if flag and x > 1:
        x = x * 2
    if not flag:
        z = 7.0
    if flag:
        return x
    return z  # <--
# --- calls ---
#: f(1.0, True) == 4.0
#: f(-1.0, True) == 0.0
#: f(float("nan"), True)
#: f(1.0, False) == 7.0
# --- emitted ---
@dslc.builder("guarded_name_run.py")
def f(g, x: float, flag: bool):
    g.lines(6, 7, 8, 9, 10, 11, 13, 14, 15)

    g.at("if flag and x > 0:")
    test_greater = g.greater(x, 0)                                # bool
    test = g.and_(flag, test_greater)                             # bool

    def if1_then():
        g.at("y = 1 / x")
        y = g.divide(1, x)                                        # float
        return ()

    def if1_else():
        return ()

    g.if_(test, if1_then, if1_else)

    g.at("x = x + 1")
    x = g.add(x, 1)                                               # float

    g.at("if flag and x > 1:")
    test_greater = g.greater(x, 1)                                # bool
    test = g.and_(flag, test_greater)                             # bool

    def if2_then(x):                                              # float
        g.at("x = x * 2")
        x = g.multiply(x, 2)                                      # float
        return x

    def if2_else(x):                                              # float
        return x

    x = g.if_(test, if2_then, if2_else, (x,))                     # float

    g.at("if not flag:")
    test = g.not_(flag)                                           # bool

    def if3_then():
        z = 7.0
        return z

    def if3_else():
        return g.unset

    z = g.if_(test, if3_then, if3_else)                           # float

    g.at("if flag:")

    def if4_then():
        g.at("return x")
        return x

    def if4_else():
        g.at("return z")
        return z

    result = g.if_(flag, if4_then, if4_else)                      # float
    return result
