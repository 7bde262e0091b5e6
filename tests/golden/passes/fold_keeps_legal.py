# fold_constants: a reader that would refuse the literal keeps the node
# --- before
import dslc
from dslc import Tensor, u8

n = dslc.dims("n")


@dslc.builder("a.py")
def legal(g, x: Tensor[u8, n]):
    large = g.add(200, 100)                                       # int
    y = g.add(x, large)                                           # u8[n]
    return y
# --- after
import dslc
from dslc import Tensor, u8

n = dslc.dims("n")


@dslc.builder("a.py")
def legal(g, x: Tensor[u8, n]):
    large = g.add(200, 100)                                       # int
    y = g.add(x, large)                                           # u8[n]
    return y
