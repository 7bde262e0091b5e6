# construct: a list comprehension over rows of an array
# nodes: ListComp comprehension
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n]):
    return np.stack([v * v if v > 0 else v for v in x])  # <--


@graph
def nested(x: Tensor[f32, n, m]):
    v = 3
    y = x[0] * 2 + np.sum(np.stack([v * 2 + np.array([w * v[0] for w in v]) for v in x]), axis=0) * v
    return y, v


@graph
def chosen(x: Tensor[f32, n, m], limit: float):
    return np.array([w + i for i, v in enumerate(x) if np.sum(v) > limit for w in v if w != 4])


@graph
def rebound(x: Tensor[f32, n]):
    x = [x + 1 for x in x]
    x.append(x[0])
    x = [v * w for v, w in zip(x, reversed(x))]
    return np.array(x), len(x)
# --- calls ---
#: f(np.float32([-2, -1, 0, 3]))
#! f(np.zeros(0, np.float32)) ValueError
#: nested(np.float32([[1, 2], [3, 4]]))
#! nested(np.zeros((0, 2), np.float32)) IndexError
#: chosen(np.float32([[1, 2], [3, 4], [0, 9]]), 3.0)
#: rebound(np.float32([1, 2, 3]))
#! rebound(np.zeros(0, np.float32)) IndexError
# --- emitted ---
@dslc.builder("list_comprehension_rows_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 10)

    g.at("return np.stack([v * v if v > 0 else v for v in x])")
    result_items = g.zeros(0, "float32")                          # f32[0]

    def loop1_body(v_index, result_items):                        # int, f32[v_index]
        v = g.index(x, g.s_[v_index])                             # f32

        g.at("v * v if v > 0 else v")
        result_items_greater = g.greater(v, 0)                    # bool_

        def if1_then():
            result_items_multiply = g.multiply(v, v)              # f32
            return result_items_multiply

        def if1_else():
            return v

        result_items_if = g.if_(result_items_greater, if1_then, if1_else)  # f32
        result_items = g.append(result_items, result_items_if)    # f32[v_index + 1]
        return result_items

    result_items = g.for_(g.range(x.shape[0]), loop1_body, (result_items,))  # f32[n]
    result_greater = g.greater(result_items.shape[0], 0)          # bool
    checked = g.check(                                            # bool
        result_greater,
        message="need at least one array to stack",
        error="ValueError",
    )
    return result_items


@dslc.builder("list_comprehension_rows_run.py")
def nested(g, x: Tensor[f32, n, m]):
    g.lines(16, 16, 16)

    v = 3

    g.at("y = x[0] * 2 + np.sum(np.stack([v * 2 + np.array([w * v[0] for w in v]) for v in x]),...")
    y_index = g.index(x, g.s_[0])                                 # f32[m]
    y_multiply = g.multiply(y_index, 2)                           # f32[m]
    y_items = g.zeros((0, x.shape[1]), "float32")                 # f32[0, m]

    def loop1_body(v_index, y_items):                             # int, f32[v_index, m]
        v = g.index(x, g.s_[v_index])                             # f32[m]

        g.at("v * 2 + np.array([w * v[0] for w in v])")
        y_items_multiply = g.multiply(v, 2)                       # f32[m]
        y_items_items = g.zeros(0, "float32")                     # f32[0]

        def loop2_body(w_index, y_items_items):                   # int, f32[w_index]
            w = g.index(v, g.s_[w_index])                         # f32

            g.at("w * v[0]")
            y_items_items_index = g.index(v, g.s_[0])             # f32
            y_items_items_multiply = g.multiply(w, y_items_items_index)  # f32
            y_items_items = g.append(y_items_items, y_items_items_multiply)  # f32[w_index + 1]
            return y_items_items

        y_items_items = g.for_(g.range(v.shape[0]), loop2_body, (y_items_items,))  # f32[m]
        g.require(y_items_items.shape[0], ">=", 1)
        y_items_add = g.add(y_items_multiply, y_items_items)      # f32[m]
        y_items = g.append(y_items, y_items_add)                  # f32[v_index + 1, m]
        return y_items

    y_items = g.for_(g.range(x.shape[0]), loop1_body, (y_items,))  # f32[n, m]
    y_greater = g.greater(y_items.shape[0], 0)                    # bool
    checked = g.check(y_greater, message="need at least one array to stack", error="ValueError")  # bool
    y_sum = g.sum(y_items, axis=0)                                # f32[m]
    y_multiply_2 = g.multiply(y_sum, v)                           # f32[m]
    y = g.add(y_multiply, y_multiply_2)                           # f32[m]

    return y, v


@dslc.builder("list_comprehension_rows_run.py")
def chosen(g, x: Tensor[f32, n, m], limit: float):
    g.lines(22, 22, 22, 22, 22)

    g.at("return np.array([w + i for i, v in enumerate(x) if np.sum(v) > limit for w in v if w ...")
    result_items = g.zeros(0, "float32")                          # f32[0]

    def loop1_body(i, result_items):                              # int, f32[result_items_n]
        v = g.index(x, g.s_[i])                                   # f32[m]

        g.at("np.sum(v) > limit")
        test_sum = g.sum(v)                                       # f32
        test = g.greater(test_sum, limit)                         # bool_

        def if1_then(result_items):                               # f32[result_items_n]
            g.at("[w + i for i, v in enumerate(x) if np.sum(v) > limit for w in v if w != 4]")

            def loop2_body(w_index, result_items):                # int, f32[result_items_n_2]
                w = g.index(v, g.s_[w_index])                     # f32

                g.at("w != 4")
                test = g.not_equal(w, 4)                          # bool_

                def if2_then(result_items):                       # f32[result_items_n_2]
                    g.at("w + i")
                    result_items_add = g.add(w, i)                # f32
                    result_items = g.append(result_items, result_items_add)  # f32[result_items_n_2 + 1]
                    return result_items

                def if2_else(result_items):                       # f32[result_items_n_2]
                    return result_items

                result_items = g.if_(test, if2_then, if2_else, (result_items,))  # f32[result_items_n_3]
                return result_items

            result_items = g.for_(g.range(v.shape[0]), loop2_body, (result_items,))  # f32[result_items_n_2]
            return result_items

        def if1_else(result_items):                               # f32[result_items_n]
            return result_items

        result_items = g.if_(test, if1_then, if1_else, (result_items,))  # f32[result_items_n_4]
        return result_items

    result_items = g.for_(g.range(x.shape[0]), loop1_body, (result_items,))  # f32[result_items_n]
    g.require(result_items.shape[0], ">=", 1)
    return result_items


@dslc.builder("list_comprehension_rows_run.py")
def rebound(g, x: Tensor[f32, n]):
    g.lines(27, 27, 28, 29, 29, 30)

    g.at("x = [x + 1 for x in x]")
    x_items = g.zeros(0, "float32")                               # f32[0]
    x_rows = x

    def loop1_body(x_index, x_items):                             # int, f32[x_index]
        x = g.index(x_rows, g.s_[x_index])                        # f32

        g.at("x + 1")
        x_items_add = g.add(x, 1)                                 # f32
        x_items = g.append(x_items, x_items_add)                  # f32[x_index + 1]
        return x_items

    x_items = g.for_(g.range(x_rows.shape[0]), loop1_body, (x_items,))  # f32[n]
    x = x_items

    g.at("x.append(x[0])")
    x_greater = g.greater(x.shape[0], 0)                          # bool
    checked = g.check(x_greater, message="list index out of range", error="IndexError")  # bool
    x_index = g.index(x, g.s_[0])                                 # f32
    x = g.append(x, x_index)                                      # f32[n + 1]

    g.at("x = [v * w for v, w in zip(x, reversed(x))]")
    x_items_2 = g.zeros(0, "float32")                             # f32[0]

    def loop2_body(v_index, x_items_2):                           # int, f32[v_index]
        v = g.index(x, g.s_[v_index])                             # f32
        w = g.index(x, g.s_[-1 - v_index])                        # f32

        g.at("v * w")
        x_items_2_multiply = g.multiply(v, w)                     # f32
        x_items_2 = g.append(x_items_2, x_items_2_multiply)       # f32[v_index + 1]
        return x_items_2

    x_items_2 = g.for_(g.range(x.shape[0]), loop2_body, (x_items_2,))  # f32[n + 1]
    x = x_items_2

    g.at("return np.array(x), len(x)")
    g.require(x.shape[0], ">=", 1)
    return x, x.shape[0]
