# fold_constants: a node that raises stays, to raise when the graph runs
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def raises(g, x: Tensor[f32, n], flag: bool):
    zero = g.subtract(1, 1)                                       # int

    def if1_then():
        bad = g.floor_divide(1, zero)                             # int
        return bad

    def if1_else():
        good = g.floor_divide(7, 2)                               # int
        return good

    y = g.if_(flag, if1_then, if1_else)                           # int
    large = g.multiply(9223372036854775807, 2)                    # int
    return y, large
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def raises(g, x: Tensor[f32, n], flag: bool):
    def if1_then():
        bad = g.floor_divide(1, 0)                                # int
        return bad

    def if1_else():
        return 3

    y = g.if_(flag, if1_then, if1_else)                           # int
    large = g.multiply(9223372036854775807, 2)                    # int
    return y, large
