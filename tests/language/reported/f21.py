# construct: a type that the first branch does not decide
# time: run
# status: supported
# reported: spcl/dace, pytorch/pytorch#44107
from dslc import graph


@graph
def f(a: float):
    if a < 0:  # <--
        b = 0
    else:
        b = a
    return b
# --- calls ---
#~ f(2.75)
#~ f(-2.75)
# --- emitted ---
@dslc.builder("f21.py")
def f(g, a: float):
    g.lines(6)

    g.at("if a < 0:")
    test = g.less(a, 0)                                           # bool

    def if1_then():
        b = 0
        return b

    def if1_else():
        b = a
        return b

    b = g.if_(test, if1_then, if1_else)                           # float

    return b
