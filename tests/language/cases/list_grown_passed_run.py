# construct: a list that grew in a loop of the graph, given to helpers
# nodes: Call List
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def last(items):
    return items[-1]


@graph
def f(x: Tensor[f32, n]):
    values, places, chosen, rows = [], [], [], []
    for i, v in enumerate(x):
        values.append(v)
        places.append(i)
        chosen.append(v > 1)
        rows.append(x * i)
    return last(values), last(places), last(chosen), last(rows), last(x)  # <--
# --- calls ---
#: f(np.float32([1, 2]))
#! f(np.zeros(0, np.float32)) IndexError
# --- emitted ---
def last_inlined(g, items):
    g.lines(9)

    g.at("return items[-1]")
    result_greater = g.greater(items.shape[0], 0)                 # bool
    checked = g.check(result_greater, message="list index out of range", error="IndexError")  # bool
    result = g.index(items, g.s_[-1])                             # *
    return result


def last_inlined_2(g, items):
    g.lines(9)

    g.at("return items[-1]")
    result_greater = g.greater(items.shape[0], 0)                 # bool
    checked = g.check(result_greater, message="list index out of range", error="IndexError")  # bool
    result_index = g.index(items, g.s_[-1])                       # i64
    result = g.cast(result_index, int)                            # int
    return result


def last_inlined_3(g, items):
    g.lines(9)

    g.at("return items[-1]")
    result = g.index(items, g.s_[-1])                             # f32
    return result


@dslc.builder("list_grown_passed_run.py", captures=("last",))
def f(g, x: Tensor[f32, n]):
    g.lines(15, 16, 17, 18, 19, 20)

    values, places, chosen, rows = [], [], [], []

    g.at("for i, v in enumerate(x):")
    values = g.zeros(0, "float32")                                # f32[0]
    places = g.zeros(0, "int64")                                  # i64[0]
    chosen = g.zeros(0, "bool")                                   # bool_[0]
    rows = g.zeros((0, x.shape[0]), "float32")                    # f32[0, n]

    def loop1_body(i, values, places, chosen, rows):              # int, f32[i], i64[i], bool_[i], f32[i, n]
        v = g.index(x, g.s_[i])                                   # f32

        g.at("values.append(v)")
        values = g.append(values, v)                              # f32[i + 1]

        g.at("places.append(i)")
        places = g.append(places, i)                              # i64[i + 1]

        g.at("chosen.append(v > 1)")
        chosen_greater = g.greater(v, 1)                          # bool_
        chosen = g.append(chosen, chosen_greater)                 # bool_[i + 1]

        g.at("rows.append(x * i)")
        rows_multiply = g.multiply(x, i)                          # f32[n]
        rows = g.append(rows, rows_multiply)                      # f32[i + 1, n]
        return values, places, chosen, rows

    values, places, chosen, rows = g.for_(                        # f32[n], i64[n], bool_[n], f32[n, n]
        g.range(x.shape[0]),
        loop1_body,
        (values, places, chosen, rows),
    )

    g.at("return last(values), last(places), last(chosen), last(rows), last(x)")
    result_last = last_inlined(g, values)                         # f32
    result_last_2 = last_inlined_2(g, places)                     # int
    result_last_3 = last_inlined(g, chosen)                       # bool_
    result_last_4 = last_inlined(g, rows)                         # f32[n]
    result_last_5 = last_inlined_3(g, x)                          # f32
    return result_last, result_last_2, result_last_3, result_last_4, result_last_5
