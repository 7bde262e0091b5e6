"""Build-time fields of structs: what a field's default is stands for it when nothing is given."""

from dataclasses import dataclass

import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Heads:
    w: Tensor[f32, k, m]
    count: Static[int] = 2

    def __call__(self, x):
        rows, width = x.shape[0], self.w.shape[1]
        y = (x @ self.w).reshape(rows, self.count, width // self.count)
        return np.max(y, axis=1), width % self.count


@graph
def split(x: Tensor[f32, n, k], heads: Heads):
    best, rest = heads(x)
    return best + rest


@graph
def both(x: Tensor[f32, n, k], layers: list[Heads]):
    low, _ = layers[0](x)
    high, _ = layers[1](x)
    return np.sum(low) - np.sum(high)
# --- calls ---
#: split(np.float32([[1, 2]]), Heads(np.float32([[1, 2, 3, 4], [0, 1, 0, -9]])))
#: split(np.float32([[1, 2]]), Heads(np.float32([[1, 2, 3, 4], [0, 1, 0, -9]]), 4))
#! split(np.float32([[1, 2]]), Heads(np.float32([[1, 2, 3, 4], [0, 1, 0, -9]]), -1)) ValueError
#: both(np.float32([[1, 2]]), [Heads(np.float32([[1, 2], [0, 1]])), Heads(np.float32([[1, 2], [0, -1]]), 1)])
#? split(np.float32([[1, 2]]), Heads(np.float32([[1, 2, 3, 4], [0, 1, 0, -9]]), 3)) shape-assumption
# --- emitted ---
# Written by `dslc build` from static_fields.py: edit that file and build again.
"""Build-time fields of structs: what a field's default is stands for it when nothing is given."""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Heads:
    w: Tensor[f32, k, m]
    count: Static[int] = 2

    def __call__(self, x):
        rows, width = x.shape[0], self.w.shape[1]
        y = (x @ self.w).reshape(rows, self.count, width // self.count)
        return np.max(y, axis=1), width % self.count


def Heads_call(g, self, x):
    g.lines(19, 20)

    rows, width = x.shape[0], self.w.shape[1]

    g.at("y = (x @ self.w).reshape(rows, self.count, width // self.count)")
    y_matmul = g.matmul(x, self.w)                                # f32[n, *]
    y = g.reshape(y_matmul, (rows, self.count, width // self.count))  # f32[n, 2, *]

    g.at("return np.max(y, axis=1), width % self.count")
    result_max = g.max(y, axis=1)                                 # f32[n, *]
    return result_max, width % self.count


@dslc.builder("static_fields.py", captures=("Heads.__call__",))
def split(g, x: Tensor[f32, n, k], heads: Heads):
    # require heads_k == k: y = (x @ self.w).reshape(rows, self.count, width // self.count)
    # require n*(m % 2) == 0: y = (x @ self.w).reshape(rows, self.count, width // self.count)
    g.lines(25, 26)

    g.at("best, rest = heads(x)")
    best, rest = Heads_call(g, heads, x)                          # f32[n, m//2], int

    g.at("return best + rest")
    result = g.add(best, rest)                                    # f32[n, m//2]
    return result


@dslc.builder("static_fields.py", captures=("Heads.__call__",))
def both(g, x: Tensor[f32, n, k], layers: list[Heads]):
    # require k == layers_0_k: y = (x @ self.w).reshape(rows, self.count, width // self.count)
    # require n*(m % 2) == 0: y = (x @ self.w).reshape(rows, self.count, width // self.count)
    # require k == layers_1_k: y = (x @ self.w).reshape(rows, self.count, width // self.count)
    # require n*(layers_1_m % 2) == 0: y = (x @ self.w).reshape(rows, self.count, width // self.c...
    g.lines(31, 32, 33)

    g.at("low, _ = layers[0](x)")
    low, _ = Heads_call(g, layers[0], x)                          # f32[n, m//2], int

    g.at("high, _ = layers[1](x)")
    high, _ = Heads_call(g, layers[1], x)                         # f32[n, layers_1_m//2], int

    g.at("return np.sum(low) - np.sum(high)")
    result_sum = g.sum(low)                                       # f32
    result_sum_2 = g.sum(high)                                    # f32
    result = g.subtract(result_sum, result_sum_2)                 # f32
    return result
