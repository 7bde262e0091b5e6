from dslc import graph


@graph
def doubled(x: float) -> float:
    while x < 100:
        x = x * 2
    return x
# --- calls ---
#: doubled(1.0) == 128.0
#: doubled(200.0) == 200.0
#: doubled(nan)
# --- emitted ---
# Written by `dslc build` from data_dependent_while.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("data_dependent_while.py")
def doubled(g, x: float) -> float:
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
