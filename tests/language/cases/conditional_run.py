# construct: `a if test else b`
# nodes: IfExp
# time: run
# status: supported
# note: Only one of the two is evaluated.
from dslc import graph


@graph
def f(x: float):
    return 1.0 / x if x != 0 else 0.0  # <--
# --- calls ---
#: f(4.0) == 0.25
#: f(0.0) == 0.0
# --- emitted ---
@dslc.builder("conditional_run.py")
def f(g, x: float):
    g.lines(6)

    g.at("return 1.0 / x if x != 0 else 0.0")
    result_not_equal = g.not_equal(x, 0)                          # bool

    def if1_then():
        result_divide = g.divide(1.0, x)                          # float
        return result_divide

    def if1_else():
        return 0.0

    result = g.if_(result_not_equal, if1_then, if1_else)          # float
    return result
