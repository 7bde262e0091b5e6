# construct: a name that no branch binds for sure, in a loop that is left before it is read
# nodes: Break If Try While
# time: run
# status: supported
# note: The branches give nothing for it.
from dslc import graph

FAST = True


@graph
def f(s: float):
    while True:
        if s > 2:
            if FAST:
                s = s * 2
            else:
                try:
                    k = 7
                except ZeroDivisionError:
                    k = 5
                else:
                    k = k  # <--
            break
        break
    return s
# --- calls ---
#: f(0.0) == 0.0
#: f(3.0) == 6.0
# --- emitted ---
@dslc.builder("unbound_after_both_branches_run.py", captures=("FAST",))
def f(g, s: float):
    # capture FAST = True
    g.lines(8, 9, 11, 19, 20)

    g.at("while True:")

    def loop1_test(s):                                            # float
        return True

    def loop1_body(s):                                            # float
        g.at("if s > 2:")
        test = g.greater(s, 2)                                    # bool

        def if1_then(s):                                          # float
            if FAST:
                g.at("s = s * 2")
                s = g.multiply(s, 2)                              # float
            else:
                try:
                    k = 7
                except ZeroDivisionError:
                    k = 5
                else:
                    k = k

            g.at("break")
            return s

        def if1_else(s):                                          # float
            g.at("break")
            return s

        s = g.if_(test, if1_then, if1_else, (s,))                 # float
        return s, g.BREAK

    s, exit = g.while_(loop1_test, loop1_body, (s,), exits=True)  # float, int

    return s
