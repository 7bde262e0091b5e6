from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]

    slope = 0.5

    def __call__(self, x):
        return self.activation(self.affine(x))

    def affine(self, x):
        return x @ self.w + self.b

    def activation(self, x):
        return np.where(x > 0, x, self.slope * x)

    @property
    def width(self):
        return self.w.shape[1]

    @classmethod
    def of(cls, w):
        return cls(w, np.zeros(w.shape[1], f32))

    @staticmethod
    def size(x):
        return np.sum(x * x)


@dataclass
class Shifted(Dense):
    shift: Tensor[f32, m]

    def affine(self, x):
        return super().affine(x) + self.shift


@graph
def run(x: Tensor[f32, n, k], first: Dense, second: Shifted):
    h = second(first(x))
    h = Dense.of(second.w)(h)
    return h * first.width, second.size(h)
# --- calls ---
#: run(np.float32([[1, 2]]), Dense(np.float32([[1, -1], [1, -1]]), np.float32([1, 1])), Shifted(np.float32([[1, 2], [0, 1]]), np.float32([1, 1]), np.float32([0, -9])))
#? run(np.float32([[1, 2]]), Dense(np.float32([[1, -1], [1, -1]]), np.float32([1, 1])), Shifted(np.float32([[1], [0]]), np.float32([1]), np.float32([0]))) shape-assumption
# --- emitted ---
# Written by `dslc build` from struct_methods.py: edit that file and build again.
from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]

    slope = 0.5

    def __call__(self, x):
        return self.activation(self.affine(x))

    def affine(self, x):
        return x @ self.w + self.b

    def activation(self, x):
        return np.where(x > 0, x, self.slope * x)

    @property
    def width(self):
        return self.w.shape[1]

    @classmethod
    def of(cls, w):
        return cls(w, np.zeros(w.shape[1], f32))

    @staticmethod
    def size(x):
        return np.sum(x * x)


@dataclass
class Shifted(Dense):
    shift: Tensor[f32, m]

    def affine(self, x):
        return super().affine(x) + self.shift


def Dense_affine(g, self, x):
    g.lines(21)

    g.at("return x @ self.w + self.b")
    result_matmul = g.matmul(x, self.w)                           # f32[n, m]
    result = g.add(result_matmul, self.b)                         # f32[n, m]
    return result


def Dense_activation(g, self, x):
    g.lines(24)

    g.at("return np.where(x > 0, x, self.slope * x)")
    result_greater = g.greater(x, 0)                              # bool_[n, m]
    result_multiply = g.multiply(self.slope, x)                   # f32[n, m]
    result = g.where(result_greater, x, result_multiply)          # f32[n, m]
    return result


def Dense_call(g, self, x):
    g.lines(18)

    g.at("return self.activation(self.affine(x))")
    result_affine = Dense_affine(g, self, x)                      # f32[n, m]
    result = Dense_activation(g, self, result_affine)             # f32[n, m]
    return result


def Shifted_affine(g, self, x):
    g.lines(44)

    g.at("return super().affine(x) + self.shift")
    result_affine = Dense_affine(g, self, x)                      # f32[n, m]
    result = g.add(result_affine, self.shift)                     # f32[n, m]
    return result


def Dense_call_2(g, self, x):
    g.lines(18)

    g.at("return self.activation(self.affine(x))")
    result_affine = Shifted_affine(g, self, x)                    # f32[n, m]
    result = Dense_activation(g, self, result_affine)             # f32[n, m]
    return result


def Dense_of(g, cls, w):
    g.lines(32)

    g.at("return cls(w, np.zeros(w.shape[1], f32))")
    result_zeros = g.zeros(w.shape[1], f32)                       # f32[m]
    return cls(w, result_zeros)


def Dense_width(g, self):
    return self.w.shape[1]


def Dense_size(g, x):
    g.lines(36)

    g.at("return np.sum(x * x)")
    result_multiply = g.multiply(x, x)                            # f32[n, m]
    result = g.sum(result_multiply)                               # f32
    return result


@dslc.builder("struct_methods.py", captures=("Dense.__call__", "Dense.activation", "Dense.affine", "Dense.slope", "Shifted.__call__", "Shifted.activation", "Shifted.affine", "Shifted.slope", "Dense.width"))
def run(g, x: Tensor[f32, n, k], first: Dense, second: Shifted):
    # capture Dense.slope = 0.5
    # capture Shifted.slope = 0.5
    # require first_k == k: return x @ self.w + self.b
    # require m == second_k: return x @ self.w + self.b
    # require second_k == second_m: return x @ self.w + self.b
    g.lines(49, 50, 51)

    g.at("h = second(first(x))")
    h_first = Dense_call(g, first, x)                             # f32[n, m]
    h = Dense_call_2(g, second, h_first)                          # f32[n, m]

    g.at("h = Dense.of(second.w)(h)")
    h_of = Dense_of(g, Dense, second.w)                           # Dense(f32[second_k, second_m], f32[m])
    h = Dense_call(g, h_of, h)                                    # f32[n, m]

    g.at("return h * first.width, second.size(h)")
    result_width = Dense_width(g, first)                          # int
    result_multiply = g.multiply(h, result_width)                 # f32[n, m]
    result_size = Dense_size(g, h)                                # f32
    return result_multiply, result_size
