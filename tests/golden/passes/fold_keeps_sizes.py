# fold_constants: a number that sizes something at run time, and arrays, stay
# --- before
import dslc
from dslc import Tensor, f32, f64, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def sizes(g, x: Tensor[f32, n]):
    count = g.cast(i64(5), int)                                   # int
    k = g.as_dim(count, low=0)                                    # int
    y = g.zeros((k,), dtype=f64)                                  # f64[k_n]
    z = g.full((2,), 1.0, dtype=f64)                              # f64[2]
    return y, z, x
# --- after
import dslc
from dslc import Tensor, f32, f64, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def sizes(g, x: Tensor[f32, n]):
    count = g.cast(i64(5), int)                                   # int
    k = g.as_dim(count, low=0)                                    # int
    y = g.zeros((k,), dtype=f64)                                  # f64[k_n]
    z = g.full((2,), 1.0, dtype=f64)                              # f64[2]
    return y, z, x
