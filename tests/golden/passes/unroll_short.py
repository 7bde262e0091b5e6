# unroll_loops: a few trips of a short body, the index a number
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def short(g, x: Tensor[f32, n], w: Tensor[f32, 3, n]):
    g.lines(4, 5)
    def loop1_body(i, y, total):                                  # int, f32[n], int
        g.at("y = np.sqrt(y + w[i])")
        y_index = g.index(w, g.s_[i])                             # f32[n]
        y_add = g.add(y, y_index)                                 # f32[n]
        y = g.sqrt(y_add)                                         # f32[n]

        g.at("total = total + i")
        total = g.add(total, i)                                   # int
        return y, total

    y, total = g.for_(g.range(3), loop1_body, (x, 0))             # f32[n], int
    return y, total
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def short(g, x: Tensor[f32, n], w: Tensor[f32, 3, n]):
    g.lines(4, 5, 4, 5, 4, 5)

    g.at("y = np.sqrt(y + w[i])")
    y_index_index = g.index(w, g.s_[0])                           # f32[n]
    y_add_add = g.add(x, y_index_index)                           # f32[n]
    y_sqrt = g.sqrt(y_add_add)                                    # f32[n]

    g.at("total = total + i")
    total_add = g.add(0, 0)                                       # int

    g.at("y = np.sqrt(y + w[i])")
    y_index_index = g.index(w, g.s_[1])                           # f32[n]
    y_add_add = g.add(y_sqrt, y_index_index)                      # f32[n]
    y_sqrt = g.sqrt(y_add_add)                                    # f32[n]

    g.at("total = total + i")
    total_add = g.add(total_add, 1)                               # int

    g.at("y = np.sqrt(y + w[i])")
    y_index = g.index(w, g.s_[2])                                 # f32[n]
    y_add = g.add(y_sqrt, y_index)                                # f32[n]
    y = g.sqrt(y_add)                                             # f32[n]

    g.at("total = total + i")
    total = g.add(total_add, 2)                                   # int
    return y, total
