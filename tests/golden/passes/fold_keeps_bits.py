# fold_constants: NaN with its sign, infinities and -0.0 as the run makes them
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def bits(g, x: Tensor[f32, n]):
    inf = g.multiply(f32(3e+38), f32(10.0))                       # f32
    nan = g.subtract(inf, inf)                                    # f32
    negative_nan = g.negative(nan)                                # f32
    zero = g.multiply(-1.0, 0.0)                                  # float
    y = g.add(x, zero)                                            # f32[n]
    return y, inf, nan, negative_nan, zero
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def bits(g, x: Tensor[f32, n]):
    y = g.add(x, -0.0)                                            # f32[n]
    return y, f32(float("inf")), f32(float("-nan")), f32(float("nan")), -0.0
