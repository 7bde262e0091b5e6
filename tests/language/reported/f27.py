# construct: a loop's variable that starts as a constant, a list that grows
# time: build
# status: supported
# reported: numba/numba#9742
from dslc import graph


WIDTH = 32


@graph
def f():
    seen = []
    w = WIDTH // 2
    while w:
        seen.append(w)  # <--
        w //= 2
    return seen
# --- calls ---
#: f() == [16, 8, 4, 2, 1]
# --- emitted ---
@dslc.builder("f27.py", captures=("WIDTH",))
def f(g):
    # capture WIDTH = 32
    g.lines(11)

    seen = []
    w = WIDTH // 2

    g.at("while w:")
    while w:
        seen.append(w)
        w = w // 2

    return seen
