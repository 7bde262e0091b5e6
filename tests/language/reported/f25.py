# construct: `break` under a run-time `if`
# time: run
# status: supported
# reported: taichi-dev/taichi#5982, #5874, #5729
from dslc import graph


@graph
def f(x: int):
    hits = 0
    for k in range(3):
        hits += 1
        if x > 5:  # <--
            break
        hits += 10
    return hits
# --- calls ---
#: f(0) == 33
#: f(9) == 1
# --- emitted ---
@dslc.builder("f25.py")
def f(g, x: int):
    g.lines(7, 8, 9, 10, 11)

    hits = 0

    g.at("for k in range(3):")

    def loop1_body(k, hits):                                      # int, int
        g.at("hits += 1")
        hits = g.add(hits, 1)                                     # int

        g.at("if x > 5:")
        test = g.greater(x, 5)                                    # bool

        def if1_then(hits):                                       # int
            g.at("break")
            return hits, g.BREAK

        def if1_else(hits):                                       # int
            g.at("hits += 10")
            hits = g.add(hits, 10)                                # int
            return hits, g.RUN

        hits, exit = g.if_(test, if1_then, if1_else, (hits,))     # int, int
        return hits, exit

    hits, exit = g.for_(g.range(3), loop1_body, (hits,), exits=True)  # int, int

    return hits
