# construct: `continue` under a run-time condition, in a branch or an `else` that building takes
# nodes: Continue If For
# time: run
# status: supported
# note: What follows that branch in the trip is behind the exit code.
from dslc import dims, graph

n = dims("n")


@graph
def f(s: float):
    for i in range(3):
        if True:
            if s > 2:
                s = s - 1
                continue  # <--
        s = s + i
    for i in range(2):
        for q in (1.0, 3.0):
            s = s * q
        else:
            if s > 20:
                s = s - 1
                continue
        s = s + 10
    return s
# --- calls ---
#: f(0.0) == 56.0
#: f(2.0)
#: f(2.5)
#: f(30.0)
# --- emitted ---
@dslc.builder("continue_in_known_branch_run.py")
def f(g, s: float):
    g.lines(8, 10, 11, 12, 13, 14, 16, 18, 19, 20, 21)

    g.at("for i in range(3):")

    def loop1_body(i, s):                                         # int, float
        g.at("if s > 2:")
        test = g.greater(s, 2)                                    # bool

        def if1_then(s):                                          # float
            g.at("s = s - 1")
            s = g.subtract(s, 1)                                  # float

            g.at("continue")
            return s, g.CONTINUE

        def if1_else(s):                                          # float
            return s, g.RUN

        s, exit = g.if_(test, if1_then, if1_else, (s,))           # float, int
        going = g.equal(exit, g.RUN)                              # bool

        def if2_then(s):                                          # float
            g.at("s = s + i")
            s = g.add(s, i)                                       # float
            return s

        def if2_else(s):                                          # float
            return s

        s = g.if_(going, if2_then, if2_else, (s,))                # float
        return s

    s = g.for_(g.range(3), loop1_body, (s,))                      # float

    g.at("for i in range(2):")

    def loop2_body(i, s):                                         # int, float
        for q in (1.0, 3.0):
            g.at("s = s * q")
            s = g.multiply(s, q)                                  # float

        g.at("if s > 20:")
        test = g.greater(s, 20)                                   # bool

        def if3_then(s):                                          # float
            g.at("s = s - 1")
            s = g.subtract(s, 1)                                  # float

            g.at("continue")
            return s

        def if3_else(s):                                          # float
            g.at("s = s + 10")
            s = g.add(s, 10)                                      # float
            return s

        s = g.if_(test, if3_then, if3_else, (s,))                 # float
        return s

    s = g.for_(g.range(2), loop2_body, (s,))                      # float

    return s
