# Nests in the body of a loop; what is carried is an array.
import dslc
from dslc import Tensor, f32, i64

n, m, d = dslc.dims("n m d")


@dslc.builder("case.py")
def loop(g, x: Tensor[f32, n]):
    def loop1_body(i, y):
        half = g.multiply(y, 0.5)
        y = g.add(half, x)
        return y

    return g.for_(g.range(3), loop1_body, (x,))
# --- nests
# for
#     (y: f32[n], x: f32[n]) -> (y_2: f32[n])
#     for i0 < n:
#         half = multiply(y[i0], 0.5)
#         y_2[i0] = add(half, x[i0])
