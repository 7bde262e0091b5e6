# n = 32: what the data decides stays open, and of a slice at any number nobody knows the size
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def open_sizes(g, x: Tensor[f32, n], k: int):
    tail = g.index(x, g.s_[k:])                                   # f32[tail_n]
    both = g.concat((tail, x))                                    # f32[n + tail_n]
    kept_greater = g.greater(x, 0)                                # bool_[n]
    kept = g.index(x, g.s_[kept_greater])                         # f32[kept_n]
    return both, kept
# --- after
import dslc
from dslc import Tensor, f32


@dslc.builder("a.py")
def open_sizes(g, x: Tensor[f32, 32], k: int):
    tail = g.index(x, g.s_[k:])                                   # f32[tail_n]
    both = g.concat((tail, x))                                    # f32[tail_n + 32]
    kept_greater = g.greater(x, 0)                                # bool_[32]
    kept = g.index(x, g.s_[kept_greater])                         # f32[kept_n]
    return both, kept
