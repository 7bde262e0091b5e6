# construct: `continue` out of nested `with`
# time: run
# status: supported
# reported: pytorch/pytorch#79751
from contextlib import nullcontext as scope

from dslc import graph


@graph
def f(a: int):
    s = 0
    for k in range(12):
        with scope("outer"):  # <--
            u = k * 2
            if (a + k) % 6 == 0:
                continue
            with scope("inner"):
                if (a + k) % 2 == 0:
                    continue
                v = k * k
            s += u + v
    return s
# --- calls ---
#: f(0) == 358
#: f(1) == 280
# --- emitted ---
@dslc.builder("f11.py", captures=("scope",))
def f(g, a: int):
    # capture scope = nullcontext
    g.lines(9, 12, 13, 15, 16, 18)

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
