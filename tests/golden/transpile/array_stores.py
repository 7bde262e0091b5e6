from dslc import Tensor, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def placed(x: Tensor[f32, n, m], i: Tensor[i64, k], v: Tensor[f32, k]):
    y = x.copy()
    y[i] = 0
    # Of several values for one element the last stays.
    y[i, 0] = v
    y[:, [0, -1]] *= 2.0
    # Read once, so that an element which is named twice grows once.
    y[i, 1] += v
    return y


@graph
def counted(i: Tensor[i64, k], x: Tensor[i64, n]):
    order = x.copy()
    again = order
    order[order] = i
    for step in range(2):
        order[i] -= step
    return order, again
# --- calls ---
#: placed(np.ones((3, 2), np.float32), np.array([2, 2, 0]), np.float32([5, 6, 7]))
#: placed(np.ones((1, 2), np.float32), np.array([-1]), np.float32([3])) == [[6, 3]]
#! placed(np.ones((1, 2), np.float32), np.array([1]), np.float32([3])) IndexError
#: counted(np.array([2, 0, 1]), np.array([1, 2, 0])) == ([0, 1, -1], [0, 1, -1])
#? counted(np.array([2, 0, 1, 1]), np.array([1, 2, 0])) shape-assumption
# --- emitted ---
# Written by `dslc build` from array_stores.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph, i64

n, m, k = dims("n m k")


@dslc.builder("array_stores.py")
def placed(g, x: Tensor[f32, n, m], i: Tensor[i64, k], v: Tensor[f32, k]):
    g.lines(8, 9, 11, 12, 14)

    g.at("y = x.copy()")
    y = g.copy(x)                                                 # f32[n, m]

    g.at("y[i] = 0")
    y = g.store(y, g.s_[i], 0)                                    # f32[n, m]

    # Of several values for one element the last stays.
    g.at("y[i, 0] = v")
    y = g.store(y, g.s_[i, 0], v)                                 # f32[n, m]

    g.at("y[:, [0, -1]] *= 2.0")
    y_index = g.index(y, g.s_[:, [0, -1]])                        # f32[n, 2]
    y_multiply = g.multiply(y_index, 2.0)                         # f32[n, 2]
    y = g.store(y, g.s_[:, [0, -1]], y_multiply, inplace=True)    # f32[n, m]

    # Read once, so that an element which is named twice grows once.
    g.at("y[i, 1] += v")
    y_index = g.index(y, g.s_[i, 1])                              # f32[k]
    y_add = g.add(y_index, v)                                     # f32[k]
    y = g.store(y, g.s_[i, 1], y_add, inplace=True)               # f32[n, m]

    return y


@dslc.builder("array_stores.py")
def counted(g, i: Tensor[i64, k], x: Tensor[i64, n]):
    # require k == n: order[order] = i
    g.lines(20, 22, 23, 24)

    g.at("order = x.copy()")
    order = g.copy(x)                                             # i64[n]

    again = order

    g.at("order[order] = i")
    order = g.store(order, g.s_[order], i)                        # i64[n]
    again = order

    g.at("for step in range(2):")

    def loop1_body(step, order, again):                           # int, i64[n], i64[n]
        g.at("order[i] -= step")
        order_index = g.index(order, g.s_[i])                     # i64[k]
        order_subtract = g.subtract(order_index, step)            # i64[k]
        order = g.store(order, g.s_[i], order_subtract, inplace=True)  # i64[n]
        again = order
        return order, again

    order, again = g.for_(g.range(2), loop1_body, (order, again))  # i64[n], i64[n]

    return order, again
