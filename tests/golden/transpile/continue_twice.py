from dslc import graph


@graph
def skipping(a: int) -> int:
    s = 0
    for k in range(12):
        u = k * 2
        if (a + k) % 6 == 0:
            continue
        if (a + k) % 2 == 0:
            continue
        v = k * k
        s += u + v
    return s
# --- calls ---
#: skipping(0) == 358
#: skipping(1) == 280
# --- emitted ---
# Written by `dslc build` from continue_twice.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("continue_twice.py")
def skipping(g, a: int) -> int:
    g.lines(7, 9, 10, 11, 12, 14)

    s = 0

    g.at("for k in range(12):")

    def loop1_body(k, s):                                         # int, int
        u = k * 2

        g.at("if (a + k) % 6 == 0:")
        test = g.equal((a + k) % 6, 0)                            # bool

        def if1_then(s):                                          # int
            g.at("continue")
            return s

        def if1_else(s):                                          # int
            g.at("if (a + k) % 2 == 0:")
            test = g.equal((a + k) % 2, 0)                        # bool

            def if2_then(s):                                      # int
                g.at("continue")
                return s

            def if2_else(s):                                      # int
                v = k * k

                g.at("s += u + v")
                s = g.add(s, u + v)                               # int
                return s

            s = g.if_(test, if2_then, if2_else, (s,))             # int
            return s

        s = g.if_(test, if1_then, if1_else, (s,))                 # int
        return s

    s = g.for_(g.range(12), loop1_body, (s,))                     # int

    return s
