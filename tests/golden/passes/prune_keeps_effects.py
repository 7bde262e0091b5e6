# prune_dead_nodes: what can raise stays, with the regions it stands in
# --- before
import dslc
from dslc import Scalar, Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def effects(g, x: Tensor[f32, n], i: Scalar[i64], flag: bool):
    y = g.index(x, g.s_[i])                                       # f32
    z = g.exp(y)                                                  # f32

    def if1_then():
        test = g.greater(i, 0)                                    # bool_
        check = g.check(test)                                     # bool
        return ()

    def if1_else():
        return ()

    g.if_(flag, if1_then, if1_else)
    return x
# --- after
import dslc
from dslc import Scalar, Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def effects(g, x: Tensor[f32, n], i: Scalar[i64], flag: bool):
    y = g.index(x, g.s_[i])                                       # f32

    def if1_then():
        test = g.greater(i, 0)                                    # bool_
        check = g.check(test)                                     # bool
        return ()

    def if1_else():
        return ()

    g.if_(flag, if1_then, if1_else)
    return x
