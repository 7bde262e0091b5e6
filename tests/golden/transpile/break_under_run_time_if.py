from dslc import graph


@graph
def hits(x: float) -> int:
    count = 0
    for k in range(3):
        count += 1
        if x > 5:
            break
        count += 10
    return count
# --- calls ---
#: hits(0.0) == 33
#: hits(9.0) == 1
# --- emitted ---
# Written by `dslc build` from break_under_run_time_if.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("break_under_run_time_if.py")
def hits(g, x: float) -> int:
    g.lines(7, 8, 9, 10, 11)

    count = 0

    g.at("for k in range(3):")

    def loop1_body(k, count):                                     # int, int
        g.at("count += 1")
        count = g.add(count, 1)                                   # int

        g.at("if x > 5:")
        test = g.greater(x, 5)                                    # bool

        def if1_then(count):                                      # int
            g.at("break")
            return count, g.BREAK

        def if1_else(count):                                      # int
            g.at("count += 10")
            count = g.add(count, 10)                              # int
            return count, g.RUN

        count, exit = g.if_(test, if1_then, if1_else, (count,))   # int, int
        return count, exit

    count, exit = g.for_(g.range(3), loop1_body, (count,), exits=True)  # int, int

    return count
