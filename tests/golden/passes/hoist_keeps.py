# hoist_invariants: what may never run and raises or takes long, what is written to, stays
# --- before
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], w: Tensor[f32, n, n], k: Tensor[i64, n], times: int):
    g.lines(4, 5, 6, 7, 8, 0)
    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + w @ x + x[times]")
        y_matmul = g.matmul(w, x)                                 # f32[n]
        y_add = g.add(y, y_matmul)                                # f32[n]
        y_index = g.index(x, g.s_[times])                         # f32
        y_add_2 = g.add(y_add, y_index)                           # f32[n]

        g.at("row = x * 2.0")
        row = g.multiply(x, 2.0)                                  # f32[n]

        g.at("row[0] = y[0]")
        row_index = g.index(y_add_2, g.s_[0])                     # f32
        row = g.store(row, g.s_[0], row_index)                    # f32[n]

        g.at("y = y + row + np.max(x[:i])")
        y_part = g.index(x, g.s_[:i])                             # f32[min(i, n)]
        y_max = g.sum(y_part, axis=(0,))                          # f32
        y_row = g.add(y_add_2, row)                               # f32[n]
        y = g.add(y_row, y_max)                                   # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (x,))                  # f32[n]

    def loop2_body(i, y):                                         # int, f32[n]
        g.at("y = y + w @ x + x[times]")
        y_matmul = g.matmul(w, x)                                 # f32[n]
        y_add = g.add(y, y_matmul)                                # f32[n]
        y_index = g.index(x, g.s_[times])                         # f32
        y = g.add(y_add, y_index)                                 # f32[n]
        return y

    y = g.for_(g.range(50), loop2_body, (y,))                     # f32[n]

    def loop3_body(i, y):                                         # int, f32[n]
        g.at("y = y + np.sum(x[:, None] * x)")
        y_column = g.index(x, g.s_[:, None])                      # f32[n, 1]
        y_outer = g.multiply(y_column, x)                         # f32[n, n]
        y_sum = g.sum(y_outer, axis=(0, 1))                       # f32
        y = g.add(y, y_sum)                                       # f32[n]
        return y

    y = g.for_(g.range(times), loop3_body, (y,))                  # f32[n]
    return y
# --- after
import dslc
from dslc import Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], w: Tensor[f32, n, n], k: Tensor[i64, n], times: int):
    g.lines(4, 5, 6, 7, 8, 0)
    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + w @ x + x[times]")
        y_matmul = g.matmul(w, x)                                 # f32[n]
        y_add = g.add(y, y_matmul)                                # f32[n]
        y_index = g.index(x, g.s_[times])                         # f32
        y_add_2 = g.add(y_add, y_index)                           # f32[n]

        g.at("row = x * 2.0")
        row = g.multiply(x, 2.0)                                  # f32[n]

        g.at("row[0] = y[0]")
        row_index = g.index(y_add_2, g.s_[0])                     # f32
        row = g.store(row, g.s_[0], row_index)                    # f32[n]

        g.at("y = y + row + np.max(x[:i])")
        y_part = g.index(x, g.s_[:i])                             # f32[min(i, n)]
        y_max = g.sum(y_part, axis=(0,))                          # f32
        y_row = g.add(y_add_2, row)                               # f32[n]
        y = g.add(y_row, y_max)                                   # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (x,))                  # f32[n]

    g.at("y = y + w @ x + x[times]")
    y_matmul = g.matmul(w, x)                                     # f32[n]
    y_index = g.index(x, g.s_[times])                             # f32

    def loop2_body(i, y):                                         # int, f32[n]
        y_add = g.add(y, y_matmul)                                # f32[n]
        y = g.add(y_add, y_index)                                 # f32[n]
        return y

    y = g.for_(g.range(50), loop2_body, (y,))                     # f32[n]

    g.at("y = y + np.sum(x[:, None] * x)")
    y_column = g.index(x, g.s_[:, None])                          # f32[n, 1]

    def loop3_body(i, y):                                         # int, f32[n]
        y_outer = g.multiply(y_column, x)                         # f32[n, n]
        y_sum = g.sum(y_outer, axis=(0, 1))                       # f32
        y = g.add(y, y_sum)                                       # f32[n]
        return y

    y = g.for_(g.range(times), loop3_body, (y,))                  # f32[n]
    return y
