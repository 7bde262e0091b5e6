# construct: a list that grows in a loop of the graph
# nodes: List
# time: run
# status: supported
import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], limit: float):
    rows = []
    for row in x:
        if np.sum(row) > limit:
            rows.append(row * 2)  # <--
    return np.stack(rows), np.concatenate(rows), len(rows), rows[-1]


@graph
def of_numbers(w: int):
    seen = []
    while w > 0:
        seen.append(w)
        w //= 2
    total = 0
    for i, each in enumerate(reversed(seen)):
        total = total * 3 + each * i
    return total, len(seen), bool(seen)


@graph
def from_itself(x: Tensor[f32, n], count: int):
    ys = [x]
    for i in range(count):
        last = ys[-1]
        if last[0] > 20:
            break
        ys.append(last * 2 + i)
    return np.stack(ys, axis=1), ys[0]


@graph
def a_stack(x: Tensor[f32, n]):
    todo, order = [0], []
    while todo:
        i = todo.pop()
        order.append(i)
        for child in range(2 * i + 1, 2 * i + 3):
            if child < x.shape[0]:
                todo.append(child)
    return x[np.array(order)]


@graph
def nested(x: Tensor[f32, n, m]):
    totals, found = [], []
    for row in x:
        doubled = []
        for v in row:
            doubled.append(v * 2)
            if v > 1:
                found += [v, v + 1]
        totals.append(np.stack(doubled))
    found[0] = found[-1]
    return np.stack(totals), found[1:][0], found[0], len(found)


@graph
def on_a_path(x: InOut[f32, n], more: bool):
    ys = [x[0]]
    if more:
        ys.extend((x[1], x[2]))
    x[0] = 9
    return np.array(ys), ys[0]


@graph
def of_a_dtype(x: Tensor[f32, n], limit: float):
    places = []
    for i in range(len(x)):
        if x[i] > limit:
            places.append(i)
    return np.array(places, np.int32)
# --- calls ---
#: f(np.float32([[1, 2], [3, 4], [5, 6]]), 5.0)
#! f(np.float32([[1, 2]]), 5.0) ValueError
#! f(np.zeros((0, 2), np.float32), 0.0) ValueError
#: of_numbers(100)
#: of_numbers(0)
#: from_itself(np.float32([1, 2]), 3)
#: from_itself(np.float32([1, 2]), 30)
#: from_itself(np.float32([1, 2]), -1)
#: a_stack(np.float32([1, 2, 3, 4, 5, 6]))
#: a_stack(np.float32([1]))
#: nested(np.float32([[1, 2, 3], [4, 5, 6]]))
#! nested(np.float32([[1, 0, 1]])) IndexError
#! nested(np.zeros((2, 0), np.float32)) ValueError
#: on_a_path(np.float32([1, 2, 3]), True)
#: on_a_path(np.float32([1, 2, 3]), False)
#: of_a_dtype(np.float32([3, 1, 2]), 1.5)
#: of_a_dtype(np.float32([3]), 5.0)
# --- emitted ---
@dslc.builder("list_append_run.py")
def f(g, x: Tensor[f32, n, m], limit: float):
    g.lines(11, 12, 13, 14)

    rows = []

    g.at("for row in x:")
    rows = g.zeros((0, x.shape[1]), "float32")                    # f32[0, m]

    def loop1_body(row_index, rows):                              # int, f32[rows_n, m]
        row = g.index(x, g.s_[row_index])                         # f32[m]

        g.at("if np.sum(row) > limit:")
        test_sum = g.sum(row)                                     # f32
        test = g.greater(test_sum, limit)                         # bool_

        def if1_then(rows):                                       # f32[rows_n, m]
            g.at("rows.append(row * 2)")
            rows_multiply = g.multiply(row, 2)                    # f32[m]
            rows = g.append(rows, rows_multiply)                  # f32[rows_n + 1, m]
            return rows

        def if1_else(rows):                                       # f32[rows_n, m]
            return rows

        rows = g.if_(test, if1_then, if1_else, (rows,))           # f32[rows_n_2, m]
        return rows

    rows = g.for_(g.range(x.shape[0]), loop1_body, (rows,))       # f32[rows_n, m]

    g.at("return np.stack(rows), np.concatenate(rows), len(rows), rows[-1]")
    result_greater = g.greater(rows.shape[0], 0)                  # bool
    checked = g.check(                                            # bool
        result_greater,
        message="need at least one array to stack",
        error="ValueError",
    )
    result_greater_2 = g.greater(rows.shape[0], 0)                # bool
    checked_2 = g.check(                                          # bool
        result_greater_2,
        message="need at least one array to concatenate",
        error="ValueError",
    )
    result_reshape = g.reshape(rows, (rows.shape[0] * rows.shape[1],))  # f32[m*rows_n]
    result_greater_3 = g.greater(rows.shape[0], 0)                # bool
    checked_3 = g.check(result_greater_3, message="list index out of range", error="IndexError")  # bool
    result_index = g.index(rows, g.s_[-1])                        # f32[m]
    return rows, result_reshape, rows.shape[0], result_index


@dslc.builder("list_append_run.py")
def of_numbers(g, w: int):
    g.lines(20, 21, 22, 24, 25, 26)

    seen = []

    g.at("while w > 0:")
    seen = g.zeros(0, "int64")                                    # i64[0]

    def loop1_test(w, seen):                                      # int, i64[seen_n]
        test = g.greater(w, 0)                                    # bool
        return test

    def loop1_body(w, seen):                                      # int, i64[seen_n]
        g.at("seen.append(w)")
        seen = g.append(seen, w)                                  # i64[seen_n + 1]

        g.at("w //= 2")
        w = g.floor_divide(w, 2)                                  # int
        return w, seen

    w, seen = g.while_(loop1_test, loop1_body, (w, seen))         # int, i64[seen_n]

    total = 0

    g.at("for i, each in enumerate(reversed(seen)):")

    def loop2_body(i, total):                                     # int, int
        i_each_index = g.index(seen, g.s_[-1 - i])                # i64
        each = g.cast(i_each_index, int)                          # int

        g.at("total = total * 3 + each * i")
        total_multiply = g.multiply(total, 3)                     # int
        total_multiply_2 = g.multiply(each, i)                    # int
        total = g.add(total_multiply, total_multiply_2)           # int
        return total

    total = g.for_(g.range(seen.shape[0]), loop2_body, (total,))  # int

    g.at("return total, len(seen), bool(seen)")
    result_greater = g.greater(seen.shape[0], 0)                  # bool
    return total, seen.shape[0], result_greater


@dslc.builder("list_append_run.py")
def from_itself(g, x: Tensor[f32, n], count: int):
    g.lines(32, 33, 34, 35, 36, 37)

    ys = [x]

    g.at("for i in range(count):")
    ys = g.stack((ys[0],))                                        # f32[1, n]

    def loop1_body(i, ys):                                        # int, f32[ys_n, n]
        g.at("last = ys[-1]")
        last = g.index(ys, g.s_[-1])                              # f32[n]

        g.at("if last[0] > 20:")
        test_index = g.index(last, g.s_[0])                       # f32
        test = g.greater(test_index, 20)                          # bool_

        def if1_then(ys):                                         # f32[ys_n, n]
            g.at("break")
            return ys, g.BREAK

        def if1_else(ys):                                         # f32[ys_n, n]
            g.at("ys.append(last * 2 + i)")
            ys_multiply = g.multiply(last, 2)                     # f32[n]
            ys_add = g.add(ys_multiply, i)                        # f32[n]
            ys = g.append(ys, ys_add)                             # f32[ys_n + 1, n]
            return ys, g.RUN

        ys, exit = g.if_(test, if1_then, if1_else, (ys,))         # f32[ys_n_2, n], int
        return ys, exit

    ys, exit = g.for_(g.range(count), loop1_body, (ys,), exits=True)  # f32[ys_n, n], int

    g.at("return np.stack(ys, axis=1), ys[0]")
    result_moveaxis = g.moveaxis(ys, 0, 1)                        # f32[n, ys_n]
    result_index = g.index(ys, g.s_[0])                           # f32[n]
    return result_moveaxis, result_index


@dslc.builder("list_append_run.py")
def a_stack(g, x: Tensor[f32, n]):
    g.lines(43, 44, 45, 46, 47, 48, 49)

    todo, order = [0], []

    g.at("while todo:")
    todo = g.array(todo[0])                                       # i64[1]
    order = g.zeros(0, "int64")                                   # i64[0]

    def loop1_test(todo, order):                                  # i64[todo_n], i64[order_n]
        test_greater = g.greater(todo.shape[0], 0)                # bool
        return test_greater

    def loop1_body(todo, order):                                  # i64[todo_n], i64[order_n]
        g.at("i = todo.pop()")
        i_greater = g.greater(todo.shape[0], 0)                   # bool
        checked = g.check(i_greater, message="pop from empty list", error="IndexError")  # bool
        i_index = g.index(todo, g.s_[-1])                         # i64
        i = g.cast(i_index, int)                                  # int
        todo = g.index(todo, g.s_[:-1])                           # i64[todo_n - 1]

        g.at("order.append(i)")
        order = g.append(order, i)                                # i64[order_n + 1]

        g.at("for child in range(2 * i + 1, 2 * i + 3):")
        child_multiply = g.multiply(2, i)                         # int
        child_add = g.add(child_multiply, 1)                      # int
        child_multiply_2 = g.multiply(2, i)                       # int
        child_add_2 = g.add(child_multiply_2, 3)                  # int

        def loop2_body(child, todo):                              # int, i64[todo_n_2]
            g.at("if child < x.shape[0]:")
            test = g.less(child, x.shape[0])                      # bool

            def if1_then(todo):                                   # i64[todo_n_2]
                g.at("todo.append(child)")
                todo = g.append(todo, child)                      # i64[todo_n_2 + 1]
                return todo

            def if1_else(todo):                                   # i64[todo_n_2]
                return todo

            todo = g.if_(test, if1_then, if1_else, (todo,))       # i64[todo_n_3]
            return todo

        todo = g.for_(g.range(child_add, child_add_2), loop2_body, (todo,))  # i64[todo_n_2]
        return todo, order

    todo, order = g.while_(loop1_test, loop1_body, (todo, order))  # i64[todo_n], i64[order_n]

    g.at("return x[np.array(order)]")
    g.require(order.shape[0], ">=", 1)
    result = g.index(x, g.s_[order])                              # f32[order_n]
    return result


@dslc.builder("list_append_run.py")
def nested(g, x: Tensor[f32, n, m]):
    g.lines(55, 57, 58, 59, 60, 61, 62, 63)

    totals, found = [], []

    g.at("for row in x:")
    found = g.zeros(0, "float32")                                 # f32[0]
    totals = g.zeros((0, x.shape[1]), "float32")                  # f32[0, m]

    def loop1_body(row_index, totals, found):                     # int, f32[row_index, m], f32[found_n]
        row = g.index(x, g.s_[row_index])                         # f32[m]

        doubled = []

        g.at("for v in row:")
        doubled = g.zeros(0, "float32")                           # f32[0]

        def loop2_body(v_index, found, doubled):                  # int, f32[found_n_2], f32[v_index]
            v = g.index(row, g.s_[v_index])                       # f32

            g.at("doubled.append(v * 2)")
            doubled_multiply = g.multiply(v, 2)                   # f32
            doubled = g.append(doubled, doubled_multiply)         # f32[v_index + 1]

            g.at("if v > 1:")
            test = g.greater(v, 1)                                # bool_

            def if1_then(found):                                  # f32[found_n_2]
                g.at("found += [v, v + 1]")
                found_add = g.add(v, 1)                           # f32
                found = g.append(found, v)                        # f32[found_n_2 + 1]
                found = g.append(found, found_add)                # f32[found_n_2 + 2]
                return found

            def if1_else(found):                                  # f32[found_n_2]
                return found

            found = g.if_(test, if1_then, if1_else, (found,))     # f32[found_n_3]
            return found, doubled

        found, doubled = g.for_(g.range(row.shape[0]), loop2_body, (found, doubled))  # f32[found_n_2], f32[m]

        g.at("totals.append(np.stack(doubled))")
        totals_greater = g.greater(doubled.shape[0], 0)           # bool
        checked = g.check(                                        # bool
            totals_greater,
            message="need at least one array to stack",
            error="ValueError",
        )
        totals = g.append(totals, doubled)                        # f32[row_index + 1, m]
        return totals, found

    totals, found = g.for_(g.range(x.shape[0]), loop1_body, (totals, found))  # f32[n, m], f32[found_n]

    g.at("found[0] = found[-1]")
    found_greater = g.greater(found.shape[0], 0)                  # bool
    checked = g.check(found_greater, message="list index out of range", error="IndexError")  # bool
    found_index = g.index(found, g.s_[-1])                        # f32
    found_greater_2 = g.greater(found.shape[0], 0)                # bool
    checked_2 = g.check(                                          # bool
        found_greater_2,
        message="list assignment index out of range",
        error="IndexError",
    )
    found = g.store(found, g.s_[0], found_index)                  # f32[found_n]

    g.at("return np.stack(totals), found[1:][0], found[0], len(found)")
    result_greater = g.greater(totals.shape[0], 0)                # bool
    checked = g.check(                                            # bool
        result_greater,
        message="need at least one array to stack",
        error="ValueError",
    )
    result_index = g.index(found, g.s_[1:])                       # f32[found_n - 1]
    result_greater_2 = g.greater(result_index.shape[0], 0)        # bool
    checked_2 = g.check(result_greater_2, message="list index out of range", error="IndexError")  # bool
    result_index_2 = g.index(result_index, g.s_[0])               # f32
    result_greater_3 = g.greater(found.shape[0], 0)               # bool
    checked_3 = g.check(result_greater_3, message="list index out of range", error="IndexError")  # bool
    result_index_3 = g.index(found, g.s_[0])                      # f32
    return totals, result_index_2, result_index_3, found.shape[0]


@dslc.builder("list_append_run.py")
def on_a_path(g, x: InOut[f32, n], more: bool):
    # updates x
    g.lines(68, 69, 70, 71, 72)

    g.at("ys = [x[0]]")
    ys_index = g.index(x, g.s_[0])                                # f32
    ys = [ys_index]

    g.at("if more:")
    ys = g.array(ys[0])                                           # f32[1]

    def if1_then(ys):                                             # f32[1]
        g.at("ys.extend((x[1], x[2]))")
        ys_index = g.index(x, g.s_[1])                            # f32
        ys_index_2 = g.index(x, g.s_[2])                          # f32
        ys = g.append(ys, ys_index)                               # f32[2]
        ys = g.append(ys, ys_index_2)                             # f32[3]
        return ys

    def if1_else(ys):                                             # f32[1]
        return ys

    ys = g.if_(more, if1_then, if1_else, (ys,))                   # f32[ys_n]

    g.at("x[0] = 9")
    g.write(x, g.s_[0], 9)                                        # f32[n]

    g.at("return np.array(ys), ys[0]")
    result_index = g.index(ys, g.s_[0])                           # f32
    return ys, result_index


@dslc.builder("list_append_run.py")
def of_a_dtype(g, x: Tensor[f32, n], limit: float):
    g.lines(78, 79, 80, 81)

    places = []

    g.at("for i in range(len(x)):")
    places = g.zeros(0, "int64")                                  # i64[0]

    def loop1_body(i, places):                                    # int, i64[places_n]
        g.at("if x[i] > limit:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.greater(test_index, limit)                       # bool_

        def if1_then(places):                                     # i64[places_n]
            g.at("places.append(i)")
            places = g.append(places, i)                          # i64[places_n + 1]
            return places

        def if1_else(places):                                     # i64[places_n]
            return places

        places = g.if_(test, if1_then, if1_else, (places,))       # i64[places_n_2]
        return places

    places = g.for_(g.range(x.shape[0]), loop1_body, (places,))   # i64[places_n]

    g.at("return np.array(places, np.int32)")
    result = g.cast(places, np.int32)                             # i32[places_n]
    return result
