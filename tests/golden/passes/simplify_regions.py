# simplify: in regions too, with what stands before them
# --- before
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], k: Tensor[i64, n], times: int):
    g.lines(4, 5, 6, 7)

    g.at("back = -k")
    back = g.negative(k)                                          # i64[n]

    def loop1_body(i, total, y):                                  # int, i64[n], f32[n]
        g.at("total = total - back")
        total = g.subtract(total, back)                           # i64[n]

        g.at("y = np.exp(y / 1.0)")
        y_same = g.divide(y, 1.0)                                 # f32[n]
        y = g.exp(y_same)                                         # f32[n]
        return total, y

    total, y = g.for_(g.range(times), loop1_body, (k, x))         # i64[n], f32[n]

    g.at("z = np.where(x > 0, np.where(x > 0, y, x), x)")
    z_inner = g.greater(x, 0)                                     # bool_[n]
    z_where = g.where(z_inner, y, x)                              # f32[n]
    z_outer = g.greater(x, 0)                                     # bool_[n]
    z = g.where(z_outer, z_where, x)                              # f32[n]
    return total, z
# --- after
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], k: Tensor[i64, n], times: int):
    g.lines(4, 5, 6, 7)

    g.at("back = -k")
    back = g.negative(k)                                          # i64[n]

    def loop1_body(i, total, y):                                  # int, i64[n], f32[n]
        g.at("total = total - back")
        total = g.add(total, k)                                   # i64[n]

        g.at("y = np.exp(y / 1.0)")
        y = g.exp(y)                                              # f32[n]
        return total, y

    total, y = g.for_(g.range(times), loop1_body, (k, x))         # i64[n], f32[n]

    g.at("z = np.where(x > 0, np.where(x > 0, y, x), x)")
    z_inner = g.greater(x, 0)                                     # bool_[n]
    z_where = g.where(z_inner, y, x)                              # f32[n]
    z_outer = g.greater(x, 0)                                     # bool_[n]
    z = g.where(z_outer, y, x)                                    # f32[n]
    return total, z
