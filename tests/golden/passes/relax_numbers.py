# relax: what is the same for real numbers is written with fewer operations
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def numbers(g, x: Tensor[f32, n], y: Tensor[f32, n]):
    g.lines(4)

    g.at("return x * 2.0 * 3.0 + 0, np.power(y, 2)")
    first = g.multiply(x, 2.0)                                    # f32[n]
    second = g.multiply(first, 3.0)                               # f32[n]
    total = g.add(second, 0)                                      # f32[n]
    squared = g.power(y, 2.0)                                     # f32[n]
    return total, squared
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def numbers(g, x: Tensor[f32, n], y: Tensor[f32, n]):
    g.lines(4)

    g.at("return x * 2.0 * 3.0 + 0, np.power(y, 2)")
    first = g.multiply(x, 2.0)                                    # f32[n]
    second = g.multiply(x, 6.0)                                   # f32[n]
    total = g.add(second, 0)                                      # f32[n]
    squared = g.square(y)                                         # f32[n]
    return total, squared
