# construct: a loop's variable after a loop of known length, with a global of that name
# time: build
# status: supported
# reported: tensorflow/tensorflow#26293
from dslc import graph


i = 77


@graph
def f():
    for i in range(4):
        pass
    return i  # <--
# --- calls ---
#: f() == 3
# --- emitted ---
@dslc.builder("f04_static.py")
def f(g):
    g.lines(9)

    g.at("for i in range(4):")

    def loop1_body(i):                                            # int
        return ()

    g.for_(g.range(4), loop1_body, ())
    i = 3

    return i
