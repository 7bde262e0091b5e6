"""Bits of Python's ints and bools, NumPy's scalars and arrays; stores in place."""

import numpy as np

from dslc import Scalar, Tensor, dims, graph, i64, u8

n = dims("n")


@graph
def bits(x: Tensor[u8, n], s: Scalar[u8], mask: Tensor[np.bool_, n], k: int, flag: bool):
    y = x & 15
    y <<= 1
    y[0] ^= s
    mask = ~mask | (x > 3)
    m = k | 1 << 3
    m >>= 1
    return y, mask, m, flag & (k > 0), ~s, x.shape[0] & 1, np.bitwise_xor(k, 1)
# --- calls ---
#: bits(np.uint8([1, 2, 255]), np.uint8(7), np.array([True, False, True]), 5, True)
#: bits(np.uint8([200, 2, 255, 4]), np.uint8(255), np.array([True, False, True, True]), -5, False)
#! bits(np.uint8([]), np.uint8(255), np.array([], bool), -5, False) IndexError
# --- emitted ---
# Written by `dslc build` from bit_operators.py: edit that file and build again.
"""Bits of Python's ints and bools, NumPy's scalars and arrays; stores in place."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, graph, i64, u8

n = dims("n")


@dslc.builder("bit_operators.py")
def bits(g, x: Tensor[u8, n], s: Scalar[u8], mask: Tensor[np.bool_, n], k: int, flag: bool):
    g.lines(12, 13, 14, 15, 16, 17, 18)

    g.at("y = x & 15")
    y = g.bitwise_and(x, 15)                                      # u8[n]

    g.at("y <<= 1")
    y_left_shift = g.left_shift(y, 1)                             # u8[n]
    y = g.store(y, g.s_[...], y_left_shift, inplace=True)         # u8[n]

    g.at("y[0] ^= s")
    y_index = g.index(y, g.s_[0])                                 # u8
    y_bitwise_xor = g.bitwise_xor(y_index, s)                     # u8
    y = g.store(y, g.s_[0], y_bitwise_xor)                        # u8[n]

    g.at("mask = ~mask | (x > 3)")
    mask_invert = g.invert(mask)                                  # bool_[n]
    mask_greater = g.greater(x, 3)                                # bool_[n]
    mask = g.bitwise_or(mask_invert, mask_greater)                # bool_[n]

    g.at("m = k | 1 << 3")
    m = g.bitwise_or(k, 1 << 3)                                   # int

    g.at("m >>= 1")
    m = g.right_shift(m, 1)                                       # int

    g.at("return y, mask, m, flag & (k > 0), ~s, x.shape[0] & 1, np.bitwise_xor(k, 1)")
    result_greater = g.greater(k, 0)                              # bool
    result_bitwise_and = g.bitwise_and(flag, result_greater)      # bool
    result_invert = g.invert(s)                                   # u8
    result_bitwise_and_2 = g.bitwise_and(x.shape[0], 1)           # int
    result_as_scalar = g.as_scalar(k)                             # i64
    result_as_scalar_2 = g.as_scalar(1)                           # i64
    result_bitwise_xor = g.bitwise_xor(result_as_scalar, result_as_scalar_2)  # i64
    return y, mask, m, result_bitwise_and, result_invert, result_bitwise_and_2, result_bitwise_xor
