# construct: the order of several carried names
# time: call
# status: supported
# reported: microsoft/onnxscript#2203
from dslc import graph


@graph
def f(x: float, n: int):
    a, b, c, d, e = x, x + 1, x + 2, x + 3, x + 4
    for _ in range(n):  # <--
        a = a + b
        b = b + c
        c = c + d
        d = d + e
        e = e + 1
    return a, b, c, d, e
# --- calls ---
#: f(0.0, 2) == (4.0, 8.0, 12.0, 12.0, 6.0)
# --- emitted ---
@dslc.builder("f20.py")
def f(g, x: float, n: int):
    g.lines(6, 7, 8, 9, 10, 11, 12)

    g.at("a, b, c, d, e = x, x + 1, x + 2, x + 3, x + 4")
    b_add = g.add(x, 1)                                           # float
    c_add = g.add(x, 2)                                           # float
    d_add = g.add(x, 3)                                           # float
    e_add = g.add(x, 4)                                           # float
    a, b, c, d, e = x, b_add, c_add, d_add, e_add

    g.at("for _ in range(n):")

    def loop1_body(_, a, b, c, d, e):                             # int, float, float, float, float, float
        g.at("a = a + b")
        a = g.add(a, b)                                           # float

        g.at("b = b + c")
        b = g.add(b, c)                                           # float

        g.at("c = c + d")
        c = g.add(c, d)                                           # float

        g.at("d = d + e")
        d = g.add(d, e)                                           # float

        g.at("e = e + 1")
        e = g.add(e, 1)                                           # float
        return a, b, c, d, e

    a, b, c, d, e = g.for_(g.range(n), loop1_body, (a, b, c, d, e))  # float, float, float, float, float

    return a, b, c, d, e
