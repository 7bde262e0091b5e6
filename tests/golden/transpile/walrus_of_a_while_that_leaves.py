# The test of the loop binds what a `break` need not: it is not read there.
import numpy as np

from dslc import Tensor, graph, i64


@graph
def main(x: Tensor[i64, ()], k: int):
    more = 3
    for _ in range(1, k):
        while v := x:
            if k:
                if more:
                    continue
                break
            more = True
    return more
# --- calls ---
#: main(np.array(0), 1) == 3
#: main(np.array(0), 0) == 3
#: main(np.array(3), 1) == 3
# --- emitted ---
# Written by `dslc build` from walrus_of_a_while_that_leaves.py: edit that file and build again.
# The test of the loop binds what a `break` need not: it is not read there.
import numpy as np

import dslc
from dslc import Tensor, graph, i64


@dslc.builder("walrus_of_a_while_that_leaves.py")
def main(g, x: Tensor[i64, ()], k: int):
    g.lines(10, 11, 12, 13, 14, 15)

    more = 3

    g.at("for _ in range(1, k):")

    def loop1_body(_, more):                                      # int, int
        v = x

        g.at("while v := x:")

        def loop2_test(more, v):                                  # int, i64[]
            return v

        def loop2_body(more, v):                                  # int, i64[]
            g.at("if k:")

            def if1_then():
                g.at("if more:")

                def if2_then():
                    v = x

                    g.at("continue")
                    return v, g.CONTINUE

                def if2_else():
                    g.at("break")
                    return g.unset, g.BREAK

                v, exit = g.if_(more, if2_then, if2_else)         # i64[], int
                return more, v, exit

            def if1_else():
                more = True
                v = x
                return more, v, g.RUN

            more, v, exit = g.if_(k, if1_then, if1_else)          # int, i64[], int
            return more, v, exit

        more, v, exit = g.while_(loop2_test, loop2_body, (more, v), exits=True)  # int, i64[], int
        return more

    more = g.for_(g.range(1, k), loop1_body, (more,))             # int

    return more
