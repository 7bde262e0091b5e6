# A node without results is no part of a nest.
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("case.py")
def no_results(g, x: Tensor[f32, n]):
    def loop1_body(i):
        half = g.multiply(x, 0.5)
        return ()

    g.for_(g.range(3), loop1_body, ())
    return g.add(x, 1)
# --- nests
# (x: f32[n]) -> (add: f32[n])
# for i0 < n:
#     add[i0] = add(x[i0], 1)
