# simplify: what changes a bit, raises, or gives away memory that the caller has, stays
# --- before
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], k: Tensor[i64, n], i: int):
    g.lines(4, 5, 6, 7)

    g.at("zero = x + 0 + (x - x)")
    zero_add = g.add(x, 0)                                        # f32[n]
    zero_gap = g.subtract(x, x)                                   # f32[n]
    zero = g.add(zero_add, zero_gap)                              # f32[n]

    g.at("item = x[:][i]")
    item_all = g.index(x, g.s_[:])                                # f32[n]
    item = g.index(item_all, g.s_[i])                             # f32

    g.at("wide = k.astype(np.float32).astype(np.int64)")
    wide_cast = g.cast(k, f32)                                    # f32[n]
    wide = g.cast(wide_cast, i64)                                 # i64[n]

    g.at("own = x * 1")
    own = g.multiply(x, 1)                                        # f32[n]
    return zero, item, wide, own
# --- after
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], k: Tensor[i64, n], i: int):
    g.lines(4, 5, 6, 7)

    g.at("zero = x + 0 + (x - x)")
    zero_add = g.add(x, 0)                                        # f32[n]
    zero_gap = g.subtract(x, x)                                   # f32[n]
    zero = g.add(zero_add, zero_gap)                              # f32[n]

    g.at("item = x[:][i]")
    item = g.index(x, g.s_[i])                                    # f32

    g.at("wide = k.astype(np.float32).astype(np.int64)")
    wide_cast = g.cast(k, f32)                                    # f32[n]
    wide = g.cast(wide_cast, i64)                                 # i64[n]

    g.at("own = x * 1")
    own = g.multiply(x, 1)                                        # f32[n]
    return zero, item, wide, own
