# fold_constants: numbers computed from numbers, NumPy's and Python's
# --- before
import dslc
from dslc import Tensor, f32, i8

n = dslc.dims("n")


@dslc.builder("a.py")
def chains(g, x: Tensor[f32, n]):
    g.lines(4, 5)

    g.at("scale = 1 / 2**3")
    scale_pow = g.pow(2, 3)                                       # int
    scale = g.divide(1, scale_pow)                                # float
    small = g.cast(300, f32)                                      # f32
    ratio = g.divide(small, 7)                                    # f32
    wraps = g.add(i8(127), i8(1))                                 # i8
    large = g.greater(ratio, scale)                               # bool_

    g.at("y = x * scale")
    y = g.multiply(x, scale)                                      # f32[n]
    return y, ratio, wraps, large
# --- after
import dslc
from dslc import Tensor, bool_, f32, i8

n = dslc.dims("n")


@dslc.builder("a.py")
def chains(g, x: Tensor[f32, n]):
    g.lines(5)

    g.at("y = x * scale")
    y = g.multiply(x, 0.125)                                      # f32[n]
    return y, f32(42.857143), i8(-128), bool_(True)
