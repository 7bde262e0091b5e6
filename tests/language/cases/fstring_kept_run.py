# construct: an f-string with a name
# nodes: JoinedStr FormattedValue
# time: run
# status: supported
# note: It is for `print` and for the messages of exceptions: no graph returns a text.
from dslc import InOut, f32, graph


def shown(x, name):
    return f"{name} is {x}"


@graph
def f(x: InOut[f32, 2], k: int):
    text = f"{x[0]:.2f} of {x!r:>30}"  # <--
    text += " at " + str(k)
    x[0] = 5
    print(text, shown(x, "x"))
    if k > 3:
        print(f"<{text}>{text}")
    return x[0]
# --- calls ---
#: f(np.float32([1.5, 2]), 4) == np.float32(5)
#: f(np.float32([np.nan, -0.0]), -4)
# --- emitted ---
def shown_inlined(g, x, name):
    g.lines(5)

    g.at('return f"{name} is {x}"')
    result = g.format("{} is {}", name, x)
    return result


@dslc.builder("fstring_kept_run.py", captures=("shown",))
def f(g, x: InOut[f32, 2], k: int):
    # updates x
    g.lines(10, 11, 12, 13, 14, 15, 16)

    g.at('text = f"{x[0]:.2f} of {x!r:>30}"')
    text_index = g.index(x, g.s_[0])                              # f32
    text = g.format("{:.2f} of {!r:>30}", text_index, x)

    g.at('text += " at " + str(k)')
    text = g.format("{!s} at {!s}", text, k)

    g.at("x[0] = 5")
    g.write(x, g.s_[0], 5)                                        # f32[2]

    g.at('print(text, shown(x, "x"))')
    value_shown = shown_inlined(g, x, "x")
    g.print(text, value_shown)

    g.at("if k > 3:")
    test = g.greater(k, 3)                                        # bool

    def if1_then():
        g.at('print(f"<{text}>{text}")')
        g.print(g.format("<{!s}>{!s}", text, text))
        return ()

    def if1_else():
        return ()

    g.if_(test, if1_then, if1_else)

    g.at("return x[0]")
    result = g.index(x, g.s_[0])                                  # f32
    return result
