# A loop that carries a number beside an array; a loop of its own gives the number that is read.
import dslc
from dslc import Tensor, f64

n = dslc.dims("n")


@dslc.builder("case.py")
def roots(g, x: Tensor[f64, n], times: int):
    def loop1_body(i, x, rate):
        square = g.multiply(x, x)
        less = g.subtract(square, 2.0)
        step = g.multiply(rate, less)
        x = g.subtract(x, step)
        rate = g.multiply(rate, 0.9)
        return x, rate

    x, rate = g.for_(g.range(times), loop1_body, (x, 0.5))
    return x, rate
# --- nests
# for
#     multiply
# (x: f64[n]) -> (x_2: f64[n])
# for i0 < n:
#     for i1 < times:
#         carry x_3 from x[i0]
#         carry rate from 0.5
#         square = multiply(x_3, x_3)
#         less = subtract(square, 2.0)
#         step = multiply(rate, less)
#         x_4 = subtract(x_3, step)
#         rate_2 = multiply(rate, 0.9)
#         next x_3 = x_4
#         next rate = rate_2
#     x_2[i0] = x_3
