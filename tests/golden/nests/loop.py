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
# (x: f32[n]) -> (carried: f32[n])
# for i0 < n:
#     x_2 = x[i0]
#     for i1 < 3:
#         carry y from x[i0]
#         half = multiply(y, 0.5)
#         y_2 = add(half, x_2)
#         next y = y_2
#     carried[i0] = y
