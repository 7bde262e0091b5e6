from dslc import graph


@graph
def unpacked(x: float, y: float):
    (a, (b, c)), d = (x, (y, x + y)), 1
    [e, f] = b, c
    a, b = b, a
    p = q = a * 2.0
    return a, b, c, d, e, f, p + q
# --- calls ---
#: unpacked(1.0, 2.0) == (2.0, 1.0, 3.0, 1, 2.0, 3.0, 8.0)
# --- emitted ---
# Written by `dslc build` from nested_unpacking.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("nested_unpacking.py")
def unpacked(g, x: float, y: float):
    g.lines(6, 9, 10)

    g.at("(a, (b, c)), d = (x, (y, x + y)), 1")
    a_b_c_add = g.add(x, y)                                       # float
    a = x
    b, c = y, a_b_c_add
    d = 1

    e, f = b, c
    a, b = b, a

    g.at("p = q = a * 2.0")
    p_multiply = g.multiply(a, 2.0)                               # float
    p = p_multiply
    q = p_multiply

    g.at("return a, b, c, d, e, f, p + q")
    result_add = g.add(p, q)                                      # float
    return a, b, c, d, e, f, result_add
