from dslc import graph


@graph
def halvings(x: float) -> tuple[int, float]:
    k = 0
    while True:
        x = x / 2
        k += 1
        if x < 1.0:
            return k, x
# --- calls ---
#: halvings(100.0) == (7, 0.78125)
#: halvings(0.0) == (1, 0.0)
# --- emitted ---
# Written by `dslc build` from while_true.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("while_true.py")
def halvings(g, x: float) -> tuple[int, float]:
    g.lines(7, 8, 9, 10, 11)

    k = 0

    g.at("while True:")

    def loop1_test(x, k, result):                                 # float, int, (int, float)
        return True

    def loop1_body(x, k, result):                                 # float, int, (int, float)
        g.at("x = x / 2")
        x = g.divide(x, 2)                                        # float

        g.at("k += 1")
        k = g.add(k, 1)                                           # int

        g.at("if x < 1.0:")
        test = g.less(x, 1.0)                                     # bool

        def if1_then():
            g.at("return k, x")
            return (k, x), g.RETURN

        def if1_else():
            return (g.unset, g.unset), g.RUN

        result, exit = g.if_(test, if1_then, if1_else)            # (int, float), int
        return x, k, result, exit

    x, k, result, exit = g.while_(loop1_test, loop1_body, (x, k, (g.unset, g.unset)), exits=True)  # float, int, (int, float), int
    return result
