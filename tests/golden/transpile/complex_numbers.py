"""Complex arrays: literals, parts, conjugates; a Python complex number is weak."""

import numpy as np

from dslc import Scalar, Tensor, c64, c128, dims, f32, graph

n = dims("n")
SHIFT = complex(0.5, -0.0)


@graph
def rotated(z: Tensor[c64, n], x: Tensor[f32, n], turn: Scalar[c128]):
    y = z * 1j + SHIFT - (2 + 3j) * x
    y = y.conj() * np.conj(z) + x.conj() + x.real
    y[0] = 2.5
    w = np.exp(1j * np.angle(y)) * turn
    if turn.real > 0:
        w = w / (y.imag + 1)
    return y, np.vdot(y, w), np.sum(w), np.abs(y), turn.conjugate(), np.zeros(2, complex)
# --- calls ---
#: rotated(np.complex64([1 + 2j, -0.5j]), np.float32([1, 2]), np.complex128(1 + 1j))
#: rotated(np.complex64([nan, inf]), np.float32([-0.0, inf]), np.complex128(-1j))
#: rotated(np.complex64([-3]), np.float32([0]), 2)
# --- emitted ---
# Written by `dslc build` from complex_numbers.py: edit that file and build again.
"""Complex arrays: literals, parts, conjugates; a Python complex number is weak."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, c64, c128, dims, f32, graph

n = dims("n")
SHIFT = complex(0.5, -0.0)


@dslc.builder("complex_numbers.py", captures=("SHIFT",))
def rotated(g, z: Tensor[c64, n], x: Tensor[f32, n], turn: Scalar[c128]):
    # capture SHIFT = (0.5-0j)
    g.lines(13, 14, 15, 16, 17, 18, 19)

    g.at("y = z * 1j + SHIFT - (2 + 3j) * x")
    y_multiply = g.multiply(z, 1j)                                # c64[n]
    y_add = g.add(y_multiply, SHIFT)                              # c64[n]
    y_multiply_2 = g.multiply(2 + 3j, x)                          # c64[n]
    y = g.subtract(y_add, y_multiply_2)                           # c64[n]

    g.at("y = y.conj() * np.conj(z) + x.conj() + x.real")
    y_conj = g.conj(y)                                            # c64[n]
    y_conj_2 = g.conj(z)                                          # c64[n]
    y_multiply = g.multiply(y_conj, y_conj_2)                     # c64[n]
    y_add = g.add(y_multiply, x)                                  # c64[n]
    y_real = g.real(x)                                            # f32[n]
    y = g.add(y_add, y_real)                                      # c64[n]

    g.at("y[0] = 2.5")
    y = g.store(y, g.s_[0], 2.5)                                  # c64[n]

    g.at("w = np.exp(1j * np.angle(y)) * turn")
    w_angle = g.angle(y)                                          # f32[n]
    w_multiply = g.multiply(1j, w_angle)                          # c64[n]
    w_exp = g.exp(w_multiply)                                     # c64[n]
    w = g.multiply(w_exp, turn)                                   # c128[n]

    g.at("if turn.real > 0:")
    test_real = g.real(turn)                                      # f64
    test = g.greater(test_real, 0)                                # bool_

    def if1_then(w):                                              # c128[n]
        g.at("w = w / (y.imag + 1)")
        w_imag = g.imag(y)                                        # f32[n]
        w_add = g.add(w_imag, 1)                                  # f32[n]
        w = g.divide(w, w_add)                                    # c128[n]
        return w

    def if1_else(w):                                              # c128[n]
        return w

    w = g.if_(test, if1_then, if1_else, (w,))                     # c128[n]

    g.at("return y, np.vdot(y, w), np.sum(w), np.abs(y), turn.conjugate(), np.zeros(2, complex)")
    result_vdot = g.vdot(y, w)                                    # c128
    result_sum = g.sum(w)                                         # c128
    result_abs = g.abs(y)                                         # f32[n]
    result_conj = g.conj(turn)                                    # c128
    result_zeros = g.zeros(2, complex)                            # c128[2]
    return y, result_vdot, result_sum, result_abs, result_conj, result_zeros
