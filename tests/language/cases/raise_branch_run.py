# construct: `raise` after other statements, of a program's own class
# nodes: Raise
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


class Diverged(ArithmeticError):
    pass


@graph
def f(x: Tensor[f64, n], rate: float):
    for i in range(x.shape[0]):
        if x[i] > 1e3 or np.isnan(x[i]):
            print("step", i)
            raise Diverged(f"x is {x[i]} at {i}, with {rate = }")  # <--
        elif x[i] < 0:
            y = x * rate
        elif x[i] == 0:
            raise KeyError
        else:
            y = x
    return y
# --- calls ---
#: f(np.array([1.0, -2.0]), 0.5)
#! f(np.array([1.0, 2e3]), 0.5) Diverged
#! f(np.array([1.0, nan, 0.0]), 0.5) Diverged
#! f(np.array([1.0, 0.0, nan]), 0.5) KeyError
#! f(np.array([]), 0.5) UnboundLocalError
# --- emitted ---
@dslc.builder("raise_branch_run.py")
def f(g, x: Tensor[f64, n], rate: float):
    g.lines(14, 15, 16, 17, 18, 19, 20, 24)

    g.at("for i in range(x.shape[0]):")
    ran = g.less(0, x.shape[0])                                   # bool

    def loop1_body(i, y):                                         # int, f64[n]
        g.at("if x[i] > 1e3 or np.isnan(x[i]):")
        test_index = g.index(x, g.s_[i])                          # f64
        test_greater = g.greater(test_index, 1e3)                 # bool_

        def if1_then():
            return True

        def if1_else():
            test_index_2 = g.index(x, g.s_[i])                    # f64
            test_isnan = g.isnan(test_index_2)                    # bool_
            test_cast = g.cast(test_isnan, bool)                  # bool
            return test_cast

        test = g.if_(test_greater, if1_then, if1_else)            # bool

        def if2_then():
            g.at('print("step", i)')
            g.print("step", i)

            g.at('raise Diverged(f"x is {x[i]} at {i}, with {rate = }")')
            message_index = g.index(x, g.s_[i])                   # f64
            g.check(                                              # bool
                False,
                message=g.format("x is {} at {}, with rate = {!r}", message_index, i, rate),
                error=Diverged,
            )
            return g.unset

        def if2_else():
            g.at("elif x[i] < 0:")
            test_index = g.index(x, g.s_[i])                      # f64
            test = g.less(test_index, 0)                          # bool_

            def if3_then():
                g.at("y = x * rate")
                y = g.multiply(x, rate)                           # f64[n]
                return y

            def if3_else():
                g.at("elif x[i] == 0: raise KeyError")
                test_index = g.index(x, g.s_[i])                  # f64
                test_equal = g.equal(test_index, 0)               # bool_
                test = g.not_(test_equal)                         # bool
                checked = g.check(test, error="KeyError")         # bool

                y = x
                return y

            y = g.if_(test, if3_then, if3_else)                   # f64[n]
            return y

        y = g.if_(test, if2_then, if2_else)                       # f64[n]
        return y

    y = g.for_(g.range(x.shape[0]), loop1_body, (g.unset,))       # f64[n]

    g.at("return y")
    checked = g.check(                                            # bool
        ran,
        message="cannot access local variable 'y' where it is not associated with a value",
        error="UnboundLocalError",
    )
    return y
