# construct: a loop's variable after the loop, with a global of that name
# time: call
# status: supported
# reported: tensorflow/tensorflow#26293
from dslc import graph


i = 77


@graph
def f(n: int):
    for i in range(n):
        pass
    return i  # <--
# --- calls ---
#: f(5) == 4
#: f(1) == 0
#! f(0) UnboundLocalError
#! f(-2) UnboundLocalError
# --- emitted ---
@dslc.builder("f04.py")
def f(g, n: int):
    g.lines(9, 11)

    g.at("for i in range(n):")
    ran = g.less(0, n)                                            # bool

    def loop1_body(i_index, i):                                   # int, int
        i = i_index
        return i

    i = g.for_(g.range(n), loop1_body, (g.unset,))                # int

    g.at("return i")
    checked = g.check(                                            # bool
        ran,
        message="cannot access local variable 'i' where it is not associated with a value",
        error="UnboundLocalError",
    )
    return i
