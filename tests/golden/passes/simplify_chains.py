# simplify: chains of views become one view or none, choices that are certain are made
# --- before
import dslc
from dslc import Tensor, f32, i32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def chains(g, x: Tensor[f32, n, m], k: Tensor[i32, n]):
    g.lines(4, 5, 6, 7, 8)

    g.at("back = x.T.T * 1")
    back_turned = g.transpose(x, axes=(1, 0))                     # f32[m, n]
    back_again = g.transpose(back_turned, axes=(1, 0))            # f32[n, m]
    back = g.multiply(back_again, 1)                              # f32[n, m]

    g.at("flat = back.reshape(m, n).reshape(-1)")
    flat_rows = g.reshape(back, (back.shape[1], back.shape[0]))   # f32[m, n]
    flat = g.reshape(flat_rows, (-1,))                            # f32[m*n]

    g.at("rows = np.swapaxes(back, 0, 1)[1:][2:]")
    rows_turned = g.swapaxes(back, 0, 1)                          # f32[m, n]
    rows_index = g.index(rows_turned, g.s_[1:])                   # f32[max(m - 1, 0), n]
    rows = g.index(rows_index, g.s_[2:])                          # f32[max(m - 3, 0), n]

    g.at("low = ~(k >= 3) & True")
    low_from = g.greater_equal(k, 3)                              # bool_[n]
    low_not = g.invert(low_from)                                  # bool_[n]
    low = g.bitwise_and(low_not, True)                            # bool_[n]

    g.at("z = np.where(np.logical_not(low), k - 0, -(-k + 0))")
    z_not = g.logical_not(low)                                    # bool_[n]
    z_minus = g.subtract(k, 0)                                    # i32[n]
    z_neg = g.negative(k)                                         # i32[n]
    z_plus = g.add(z_neg, 0)                                      # i32[n]
    z_back = g.negative(z_plus)                                   # i32[n]
    z = g.where(z_not, z_minus, z_back)                           # i32[n]
    exp = g.exp(flat)                                             # f32[m*n]
    exp_2 = g.exp(rows)                                           # f32[max(m - 3, 0), n]
    return exp, exp_2, z
# --- after
import dslc
from dslc import Tensor, f32, i32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def chains(g, x: Tensor[f32, n, m], k: Tensor[i32, n]):
    g.lines(4, 5, 6, 7, 8)

    g.at("back = x.T.T * 1")
    back_turned = g.transpose(x, axes=(1, 0))                     # f32[m, n]

    g.at("flat = back.reshape(m, n).reshape(-1)")
    flat_rows = g.reshape(x, (x.shape[1], x.shape[0]))            # f32[m, n]
    flat = g.reshape(x, (-1,))                                    # f32[m*n]

    g.at("rows = np.swapaxes(back, 0, 1)[1:][2:]")
    rows_turned = g.transpose(x, axes=(1, 0))                     # f32[m, n]
    rows_index = g.index(rows_turned, g.s_[1:])                   # f32[max(m - 1, 0), n]
    rows = g.index(rows_turned, g.s_[3:])                         # f32[max(m - 3, 0), n]

    g.at("low = ~(k >= 3) & True")
    low_from = g.greater_equal(k, 3)                              # bool_[n]
    low_not = g.invert(low_from)                                  # bool_[n]

    g.at("z = np.where(np.logical_not(low), k - 0, -(-k + 0))")
    z_not = g.logical_not(low_not)                                # bool_[n]
    z_neg = g.negative(k)                                         # i32[n]
    z = g.where(low_from, k, k)                                   # i32[n]
    exp = g.exp(flat)                                             # f32[m*n]
    exp_2 = g.exp(rows)                                           # f32[max(m - 3, 0), n]
    return exp, exp_2, z
