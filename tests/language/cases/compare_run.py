# construct: `< <= > >= == !=`
# nodes: Compare Lt LtE Gt GtE Eq NotEq
# time: run
# status: supported
# note: A chain evaluates what stands in the middle once, and stops where it fails.
from dslc import graph


@graph
def f(a: float, b: float, c: float):
    return a < b <= c, a > b, a >= b, a == b, a != b  # <--
# --- calls ---
#: f(1.0, 2.0, 2.0) == (True, False, False, False, True)
#: f(nan, 2.0, 2.0) == (False, False, False, False, True)
# --- emitted ---
@dslc.builder("compare_run.py")
def f(g, a: float, b: float, c: float):
    g.lines(6)

    g.at("return a < b <= c, a > b, a >= b, a == b, a != b")
    result_less = g.less(a, b)                                    # bool
    result_less_equal = g.less_equal(b, c)                        # bool
    result_and = g.and_(result_less, result_less_equal)           # bool
    result_greater = g.greater(a, b)                              # bool
    result_greater_equal = g.greater_equal(a, b)                  # bool
    result_equal = g.equal(a, b)                                  # bool
    result_not_equal = g.not_equal(a, b)                          # bool
    return result_and, result_greater, result_greater_equal, result_equal, result_not_equal
