# A `while` that nothing but its mask ends, with a number beside the array that each trip changes.
import dslc
from dslc import Tensor, f64

n = dslc.dims("n")


@dslc.builder("case.py")
def halved(g, x: Tensor[f64, n]):
    limited = g.minimum(x, 100.0)

    def loop1_test(x, rate):
        high = g.greater(x, 1.0)
        test = g.any(high)
        return test

    def loop1_body(x, rate):
        high = g.greater(x, 1.0)
        less = g.multiply(x, rate)
        x = g.where(high, less, x)
        rate = g.multiply(rate, 0.9)
        return x, rate

    x, rate = g.while_(loop1_test, loop1_body, (limited, 0.9))
    return x
# --- nests
# (x: f64[n]) -> (x_2: f64[n])
# for i0 < n:
#     limited = minimum(x[i0], 100.0)
#     for i1:
#         carry x_3 from limited
#         carry rate from 0.9
#         high = greater(x_3, 1.0)
#         while high
#         less = multiply(x_3, rate)
#         x_4 = where(high, less, x_3)
#         rate_2 = multiply(rate, 0.9)
#         next x_3 = x_4
#         next rate = rate_2
#     x_2[i0] = x_3
