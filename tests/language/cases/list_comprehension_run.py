# construct: a list comprehension
# nodes: ListComp comprehension
# time: run
# status: supported
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]

    def __call__(self, x):
        return x @ self.w + self.b


@graph
def f(x: Tensor[f32, n]):
    rows = [x * i for i in range(3)]  # <--
    return np.stack(rows)


@graph
def of_layers(layers: list[Dense], x: Tensor[f32, n, k]):
    hidden = [layer(x) for layer in layers]
    doubled = [Dense(layer.w * 2, layer.b) for layer in layers]
    return hidden[0], doubled, np.mean([np.sum(layer.b) for layer in layers])


@graph
def nested(x: Tensor[f32, n], limit: float):
    i = 7
    rows = [[x * i + j for j in range(i + 1) if j != 1] for i in range(3)]
    pairs = [p + q for p in rows[2] for q in (x, 1.0)]
    chosen = [v if np.sum(v) > limit else -v for v in rows[2]]
    return rows, pairs, chosen, i


@graph
def separate(x: Tensor[f32, n]):
    made = [np.zeros(2) for _ in range(2)]
    same = [x for _ in range(2)]
    first = made[0]
    made = made[1]
    made[0] = 5
    return first, made, same
# --- calls ---
#: f(np.float32([2])) == np.float32([[0], [2], [4]])
#: f(np.zeros(0, np.float32))
#: of_layers([Dense(np.float32([[1, 2]]), np.float32([3, 4]))], np.float32([[1], [-1]]))
#: of_layers([Dense(np.float32([[1]]), np.float32([3])), Dense(np.float32([[1, 2]]), np.float32([3, 4]))], np.float32([[1], [-1]]))
#: nested(np.float32([1, -2]), 0.0)
#: nested(np.zeros(0, np.float32), -1.0)
#: separate(np.float32([1]))
# --- emitted ---
@dslc.builder("list_comprehension_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(21, 22)

    g.at("rows = [x * i for i in range(3)]")
    rows = [g.multiply(x, i) for i in range(3)]                   # f32[n]

    g.at("return np.stack(rows)")
    result = g.stack((rows[0], rows[1], rows[2]))                 # f32[3, n]
    return result


def Dense_call(g, self, x):
    g.lines(16)

    g.at("return x @ self.w + self.b")
    result_matmul = g.matmul(x, self.w)                           # f32[n, *]
    result = g.add(result_matmul, self.b)                         # f32[n, *]
    return result


@dslc.builder("list_comprehension_run.py", captures=("Dense.__call__",))
def of_layers(g, layers: list[Dense], x: Tensor[f32, n, k]):
    # require k == layers_0_k: return x @ self.w + self.b
    # require k == layers_1_k: return x @ self.w + self.b
    g.lines(27, 28, 29)

    g.at("hidden = [layer(x) for layer in layers]")
    hidden = [Dense_call(g, layer, x) for layer in layers]        # f32[n, *]

    g.at("doubled = [Dense(layer.w * 2, layer.b) for layer in layers]")

    def doubled_item(layer):
        doubled_multiply = g.multiply(layer.w, 2)                 # f32[k, *]
        return Dense(doubled_multiply, layer.b)

    doubled = [doubled_item(layer) for layer in layers]

    g.at("return hidden[0], doubled, np.mean([np.sum(layer.b) for layer in layers])")
    result_items = [g.sum(layer.b) for layer in layers]           # f32
    result_array = g.array(*result_items)                         # f32[2]
    result_mean = g.mean(result_array)                            # f32
    return hidden[0], doubled, result_mean


@dslc.builder("list_comprehension_run.py")
def nested(g, x: Tensor[f32, n], limit: float):
    g.lines(35, 36, 37)

    i = 7

    g.at("rows = [[x * i + j for j in range(i + 1) if j != 1] for i in range(3)]")

    def rows_item(i):
        def rows_items_item(j):
            rows_multiply = g.multiply(x, i)                      # f32[n]
            rows_add = g.add(rows_multiply, j)                    # f32[n]
            return rows_add

        rows_items = [rows_items_item(j) for j in range(i + 1) if j != 1]
        return rows_items

    rows = [rows_item(i) for i in range(3)]

    g.at("pairs = [p + q for p in rows[2] for q in (x, 1.0)]")
    pairs = [g.add(p, q) for p in rows[2] for q in (x, 1.0)]      # f32[n]

    g.at("chosen = [v if np.sum(v) > limit else -v for v in rows[2]]")

    def chosen_item(v):
        chosen_sum = g.sum(v)                                     # f32
        chosen_greater = g.greater(chosen_sum, limit)             # bool_

        def if1_then():
            return v

        def if1_else():
            chosen_negative = g.negative(v)                       # f32[n]
            return chosen_negative

        chosen_if = g.if_(chosen_greater, if1_then, if1_else)     # f32[n]
        return chosen_if

    chosen = [chosen_item(v) for v in rows[2]]

    return rows, pairs, chosen, i


@dslc.builder("list_comprehension_run.py")
def separate(g, x: Tensor[f32, n]):
    g.lines(43, 47)

    g.at("made = [np.zeros(2) for _ in range(2)]")
    made = [g.zeros(2) for _ in range(2)]                         # f64[2]

    same = [x for _ in range(2)]
    first = made[0]
    made = made[1]

    g.at("made[0] = 5")
    made = g.store(made, g.s_[0], 5)                              # f64[2]

    return first, made, same
