from dslc import Static, graph


@graph
def scaled(x: float, /, *, by: float = 2.0, times: Static[int] = 1) -> float:
    for _ in range(times):
        x = x * by
    return x


@graph
def both(x: float) -> float:
    return scaled(x) + scaled(x, times=2, by=x)
# --- calls ---
#: scaled(3.0) == 6.0
#: scaled(3.0, by=1.0, times=4) == 3.0
#: both(3.0) == 33.0
# --- emitted ---
# Written by `dslc build` from keyword_only.py: edit that file and build again.
import dslc
from dslc import Static, graph


@dslc.builder("keyword_only.py")
def scaled(g, x: float, /, *, by: float = 2.0, times: Static[int] = 1) -> float:
    g.lines(6, 7)

    g.at("for _ in range(times):")

    def loop1_body(_, x):                                         # int, float
        g.at("x = x * by")
        x = g.multiply(x, by)                                     # float
        return x

    x = g.for_(g.range(times), loop1_body, (x,))                  # float

    return x


@dslc.builder("keyword_only.py", captures=("scaled",))
def both(g, x: float) -> float:
    g.lines(13)

    g.at("return scaled(x) + scaled(x, times=2, by=x)")
    result_scaled = g.call(scaled, x)                             # float
    result_scaled_2 = g.call(scaled, x, by=x, times=2)            # float
    result = g.add(result_scaled, result_scaled_2)                # float
    return result
