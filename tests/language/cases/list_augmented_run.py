# construct: `+=` of a list
# nodes: AugAssign List
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = [x, x]
    same = rows
    rows += [x + 1]  # <--
    rows *= 2
    return np.stack(rows), len(same)


@graph
def of_items(x: Tensor[f32, n]):
    totals = [0, x * 0]
    for i in range(3):
        totals[0] += i
        totals[1] += x
    return totals


@graph
def new_each_time(x: Tensor[f32, n]):
    slopes = [x]
    for _ in range(3):
        slopes = slopes + [slopes[-1] * 2.0]
    return slopes[-1], np.concatenate(slopes)
# --- calls ---
#: f(np.float32([1, 2]))
#: of_items(np.float32([1, 2]))
#: new_each_time(np.float32([1, 2]))
# --- emitted ---
@dslc.builder("list_augmented_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(12, 14)

    rows = [x, x]
    same = rows

    g.at("rows += [x + 1]")
    rows_add = g.add(x, 1)                                        # f32[n]
    rows += [rows_add]

    rows *= 2

    g.at("return np.stack(rows), len(same)")
    result_stack = g.stack((rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]))  # f32[6, n]
    return result_stack, len(same)


@dslc.builder("list_augmented_run.py")
def of_items(g, x: Tensor[f32, n]):
    g.lines(19, 20, 21, 22)

    g.at("totals = [0, x * 0]")
    totals_multiply = g.multiply(x, 0)                            # f32[n]
    totals = [0, totals_multiply]

    g.at("for i in range(3):")

    def loop1_body(i, totals):                                    # int, [int, f32[n]]
        g.at("totals[0] += i")
        totals_add = g.add(totals[0], i)                          # int
        totals[0] = totals_add

        g.at("totals[1] += x")
        totals_add = g.add(totals[1], x)                          # f32[n]
        totals[1] = g.store(totals[1], g.s_[...], totals_add, inplace=True)  # f32[n]
        return totals

    totals = g.for_(g.range(3), loop1_body, (totals,))            # [int, f32[n]]

    return totals


@dslc.builder("list_augmented_run.py")
def new_each_time(g, x: Tensor[f32, n]):
    g.lines(29, 30, 31)

    slopes = [x]

    g.at("for _ in range(3):")
    for _ in range(3):
        g.at("slopes = slopes + [slopes[-1] * 2.0]")
        slopes_multiply = g.multiply(slopes[-1], 2.0)             # f32[n]
        slopes = slopes + [slopes_multiply]

    g.at("return slopes[-1], np.concatenate(slopes)")
    result_concat = g.concat(slopes)                              # f32[4*n]
    return slopes[-1], result_concat
