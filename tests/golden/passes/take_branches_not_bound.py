# take_branches: what a branch leaves unbound is read where control never comes, so all stays
# --- before
import dslc
from dslc import Tensor, bool_, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], mask: Tensor[bool_, n]):
    def if1_then():
        return g.unset, 3

    def if1_else():
        y = g.negative(x)                                         # f32[n]
        return y, 0

    y, exit = g.if_(True, if1_then, if1_else)                     # f32[n], int
    going = g.equal(exit, 0)                                      # bool

    def if2_then():
        z = g.index(y, g.s_[mask])                                # f32[z_n]
        total = g.sum(z, axis=(0,))                               # f32
        return total

    def if2_else():
        total = g.sum(x, axis=(0,))                               # f32
        return total

    total = g.if_(going, if2_then, if2_else)                      # f32
    return total
# --- after
import dslc
from dslc import Tensor, bool_, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], mask: Tensor[bool_, n]):
    def if1_then():
        return g.unset, 3

    def if1_else():
        y = g.negative(x)                                         # f32[n]
        return y, 0

    y, exit = g.if_(True, if1_then, if1_else)                     # f32[n], int
    going = g.equal(exit, 0)                                      # bool

    def if2_then():
        z = g.index(y, g.s_[mask])                                # f32[z_n]
        total = g.sum(z, axis=(0,))                               # f32
        return total

    def if2_else():
        total = g.sum(x, axis=(0,))                               # f32
        return total

    total = g.if_(going, if2_then, if2_else)                      # f32
    return total
