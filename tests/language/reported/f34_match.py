# construct: `match`
# time: build
# status: supported
# reported: tensorflow/tensorflow#57166
from dslc import Static, graph


@graph
def f(x: float, kind: Static[str] = "relu"):
    match kind:  # <--
        case "relu":
            if x > 0:
                y = x
            else:
                y = 0 * x
        case _:
            y = -x
    return y
# --- calls ---
#: f(-3.0, "relu") == 0.0
#: f(2.0, "relu") == 2.0
#: f(2.0, "neg") == -2.0
# --- emitted ---
@dslc.builder("f34_match.py")
def f(g, x: float, kind: Static[str] = "relu"):
    g.lines(8, 11, 13)

    if kind == "relu":
        g.at("if x > 0:")
        test = g.greater(x, 0)                                    # bool

        def if1_then():
            y = x
            return y

        def if1_else():
            g.at("y = 0 * x")
            y = g.multiply(0, x)                                  # float
            return y

        y = g.if_(test, if1_then, if1_else)                       # float
    else:
        g.at("y = -x")
        y = g.negative(x)

    return y
