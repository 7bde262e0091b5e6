from dslc import graph


@graph
def rotated(a: float, b: float, c: float, count: int) -> tuple[float, float, float]:
    for _ in range(count):
        a, b, c = c, a, b
    return a, b, c
# --- calls ---
#: rotated(1.0, 2.0, 3.0, 1) == (3.0, 1.0, 2.0)
#: rotated(1.0, 2.0, 3.0, 5) == (2.0, 3.0, 1.0)
# --- emitted ---
# Written by `dslc build` from swap_in_loop.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("swap_in_loop.py")
def rotated(g, a: float, b: float, c: float, count: int) -> tuple[float, float, float]:
    g.lines(6)

    g.at("for _ in range(count):")

    def loop1_body(_, a, b, c):                                   # int, float, float, float
        a, b, c = c, a, b
        return a, b, c

    a, b, c = g.for_(g.range(count), loop1_body, (a, b, c))       # float, float, float

    return a, b, c
