# construct: a branch of the run that leaves in one way or another, as build values decide
# nodes: Continue Break If
# time: build
# status: supported
# note: Each way has its exit code where the text leaves; what follows the branch runs on none of them.
from dslc import Static, Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], s: float, go_on: Static[bool] = True, end: Static[bool] = True):
    for k in range(4):
        if s > 1:
            if go_on:  # <--
                continue
            if end:
                break
            return x
        s = s + 1
        x = x * s
    else:
        x = -x
    return x + k
# --- calls ---
#: f(np.array([1.0]), 0.0) == np.array([1.0])
#: f(np.array([1.0]), 0.0, False) == np.array([4.0])
#: f(np.array([1.0]), 0.0, False, False) == np.array([2.0])
#: f(np.array([1.0]), 1.5, False, False)
#: f(np.array([1.0]), -9.0, False, False)
# --- emitted ---
@dslc.builder("leaving_in_several_ways_build.py")
def f(g, x: Tensor[f64, n], s: float, go_on: Static[bool] = True, end: Static[bool] = True):
    g.lines(8, 9, 14, 15, 16, 17, 18, 19)

    g.at("for k in range(4):")

    def loop1_body(k_index, x, s, k, result):                     # int, f64[n], float, int, unset
        k = k_index

        g.at("if s > 1:")
        test = g.greater(s, 1)                                    # bool

        def if1_then(x, s):                                       # f64[n], float
            if go_on:
                return x, s, g.unset, g.CONTINUE

            if end:
                return x, s, g.unset, g.BREAK

            g.at("return x")
            return x, s, x, g.RETURN

        def if1_else(x, s):                                       # f64[n], float
            g.at("s = s + 1")
            s = g.add(s, 1)                                       # float

            g.at("x = x * s")
            x = g.multiply(x, s)                                  # f64[n]
            return x, s, g.unset, g.RUN

        x, s, result, exit = g.if_(test, if1_then, if1_else, (x, s))  # f64[n], float, unset, int
        return x, s, k, result, exit

    x, s, k, result, exit = g.for_(g.range(4), loop1_body, (x, s, g.unset, g.unset), exits=True)  # f64[n], float, int, unset, int
    finished = g.not_equal(exit, g.BREAK)                         # bool
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then(x):                                              # f64[n]
        g.at("else:")

        def if3_then(x):                                          # f64[n]
            g.at("x = -x")
            x = g.negative(x)                                     # f64[n]
            return x

        def if3_else(x):                                          # f64[n]
            return x

        x = g.if_(finished, if3_then, if3_else, (x,))             # f64[n]

        g.at("return x + k")
        result = g.add(x, k)                                      # f64[n]
        return result

    def if2_else(x):                                              # f64[n]
        return result

    result = g.if_(going, if2_then, if2_else, (x,))               # f64[n]
    return result
