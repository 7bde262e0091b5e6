"""Ops with several results, with operands by the star, and lists that become arrays."""

import numpy as np

from dslc import Scalar, Tensor, dims, f32, f64, graph

n, m = dims("n m")


@graph
def halves(x: Tensor[f32, n, m], k: int):
    first, second = np.split(x, 2)
    parts = np.split(x, [1], axis=1)
    return np.roll(second - first, k, axis=1), parts[0], np.stack([first, second], axis=-1)


@graph
def rows(x: Tensor[f32, 2, n]):
    x, y = x
    return x - y


@graph
def products(x: Tensor[f64, n, m], y: Tensor[f64, m, n]):
    u, v = np.meshgrid(x[0], y[0], indexing="ij")
    trace = np.einsum("ij,ji->", x, y)
    return np.einsum("ij,jk->ik", x, y) + np.eye(x.shape[0]), u * v, trace


@graph
def lists(t: Scalar[f32], k: int):
    steps = np.linspace(0.0, t, 3)
    return np.array([t, 2.0, k]), np.array([[t, 1], [2, 3]], dtype=f32), np.asarray(steps)


# --- calls ---
#: halves(np.ones((4, 3), np.float32), 1)
#: halves(np.arange(8, dtype=np.float32).reshape(2, 4), -3)
#? halves(np.ones((3, 3), np.float32), 1) shape-assumption
#: rows(np.float32([[1, 2], [5, 7]]))
#: products(np.ones((2, 3)), np.arange(6.0).reshape(3, 2))
#: lists(np.float32(2.0), 7)
# --- emitted ---
# Written by `dslc build` from arrays_joined_and_split.py: edit that file and build again.
"""Ops with several results, with operands by the star, and lists that become arrays."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f32, f64, graph

n, m = dims("n m")


@dslc.builder("arrays_joined_and_split.py")
def halves(g, x: Tensor[f32, n, m], k: int):
    # require n % 2 == 0: first, second = np.split(x, 2)
    g.lines(12, 13, 14)

    g.at("first, second = np.split(x, 2)")
    first, second = g.split(x, 2)                                 # f32[n//2, m], f32[n//2, m]

    g.at("parts = np.split(x, [1], axis=1)")
    parts = g.split(x, [1], axis=1)                               # f32[n, min(m, 1)], f32[n, max(m - 1, 0)]

    g.at("return np.roll(second - first, k, axis=1), parts[0], np.stack([first, second], axis=-1)")
    result_subtract = g.subtract(second, first)                   # f32[n//2, m]
    result_roll = g.roll(result_subtract, k, axis=1)              # f32[n//2, m]
    result_stack = g.stack((first, second), axis=-1)              # f32[n//2, m, 2]
    return result_roll, parts[0], result_stack


@dslc.builder("arrays_joined_and_split.py")
def rows(g, x: Tensor[f32, 2, n]):
    g.lines(19, 20)

    g.at("x, y = x")
    x_y_index = g.index(x, g.s_[0])                               # f32[n]
    x_y_index_2 = g.index(x, g.s_[1])                             # f32[n]
    x, y = x_y_index, x_y_index_2

    g.at("return x - y")
    result = g.subtract(x, y)                                     # f32[n]
    return result


@dslc.builder("arrays_joined_and_split.py")
def products(g, x: Tensor[f64, n, m], y: Tensor[f64, m, n]):
    g.lines(25, 26, 27)

    g.at('u, v = np.meshgrid(x[0], y[0], indexing="ij")')
    u_v_index = g.index(x, g.s_[0])                               # f64[m]
    u_v_index_2 = g.index(y, g.s_[0])                             # f64[n]
    u, v = g.meshgrid(u_v_index, u_v_index_2, indexing="ij")      # f64[m, n], f64[m, n]

    g.at('trace = np.einsum("ij,ji->", x, y)')
    trace = g.einsum("ij,ji->", x, y)                             # f64

    g.at('return np.einsum("ij,jk->ik", x, y) + np.eye(x.shape[0]), u * v, trace')
    result_einsum = g.einsum("ij,jk->ik", x, y)                   # f64[n, n]
    result_eye = g.eye(x.shape[0])                                # f64[n, n]
    result_add = g.add(result_einsum, result_eye)                 # f64[n, n]
    result_multiply = g.multiply(u, v)                            # f64[m, n]
    return result_add, result_multiply, trace


@dslc.builder("arrays_joined_and_split.py")
def lists(g, t: Scalar[f32], k: int):
    g.lines(32, 33)

    g.at("steps = np.linspace(0.0, t, 3)")
    steps = g.linspace(0.0, t, num=3)                             # f32[3]

    g.at("return np.array([t, 2.0, k]), np.array([[t, 1], [2, 3]], dtype=f32), np.asarray(steps)")
    result_array = g.array(t, 2.0, k)                             # f64[3]
    result_array_2 = g.array(t, 1, dtype=f32)                     # f32[2]
    result_array_3 = g.array(2, 3, dtype=f32)                     # f32[2]
    result_array_4 = g.array(result_array_2, result_array_3, dtype=f32)  # f32[2, 2]
    return result_array, result_array_4, steps


