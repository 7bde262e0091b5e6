# fold_constants: the graphs that are called, each once; checks that hold
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def halve(g, x: Tensor[f32, n]):
    half = g.divide(1, 2)                                         # float
    y = g.multiply(x, half)                                       # f32[n]
    return y


@dslc.builder("a.py")
def callees(g, x: Tensor[f32, n]):
    check = g.check(True, message="never seen")                   # bool
    y = g.call(halve, x)                                          # f32[n]
    y = g.call(halve, y)                                          # f32[n]
    return y
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def halve(g, x: Tensor[f32, n]):
    y = g.multiply(x, 0.5)                                        # f32[n]
    return y


@dslc.builder("a.py")
def callees(g, x: Tensor[f32, n]):
    y = g.call(halve, x)                                          # f32[n]
    y = g.call(halve, y)                                          # f32[n]
    return y
