"""Calls of a library, whose named results are read by name; a recurrent layer, whose loop shows."""

import numpy as np

from dslc import Scalar, Tensor, dims, f64, graph, nn

n, m = dims("n m")


@graph
def likelihood(k: Tensor[f64, n, n], y: Tensor[f64, n]) -> Scalar[f64]:
    return 0.5 * (y @ np.linalg.solve(k, y) + np.linalg.slogdet(k).logabsdet)


@graph
def parts(a: Tensor[f64, n, m]):
    q, r = np.linalg.qr(a)
    found = np.linalg.svd(a, full_matrices=False)
    return found.S, np.linalg.norm(q @ r - a) < 1e-9, np.round(found.U * found.S @ found.Vh, 6)


@graph
def smallest(a: Tensor[f64, n, n], largest: bool):
    if largest:
        values = np.linalg.eigh(a)
    else:
        values = np.linalg.eigh(-a)
    return values[0]


@graph
def filtered(x: Tensor[f64, n], k: int):
    spectrum = np.fft.rfft(x)
    spectrum[k:] = 0
    return np.fft.irfft(spectrum, n=x.shape[0])


@graph
def tagged(x: Tensor[f64, n, m], h: Tensor[f64, m], w: Tensor[f64, m, m]):
    states, last = nn.rnn(x, h, w, w)
    return states[0], last
# --- calls ---
#: likelihood(np.diag([1.0, 2.0]), np.array([1.0, 2.0]))
#! likelihood(np.zeros((2, 2)), np.ones(2)) LinAlgError
#: parts(np.array([[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]])) == ([4, 3], True, [[3, 0], [0, 4], [0, 0]])
#: parts(np.ones((2, 3)))
#: smallest(np.diag([2.0, 1.0]), True) == [1, 2]
#: smallest(np.diag([2.0, 1.0]), False) == [-2, -1]
#: filtered(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), 1)
#: tagged(np.ones((2, 1)), np.zeros(1), np.zeros((1, 1))) == ([0], [0])
# --- emitted ---
# Written by `dslc build` from linear_algebra.py: edit that file and build again.
"""Calls of a library, whose named results are read by name; a recurrent layer, whose loop shows."""

import numpy as np

import dslc
from dslc import Scalar, Tensor, dims, f64, graph, nn

n, m = dims("n m")


@dslc.builder("linear_algebra.py")
def likelihood(g, k: Tensor[f64, n, n], y: Tensor[f64, n]) -> Scalar[f64]:
    g.lines(12)

    g.at("return 0.5 * (y @ np.linalg.solve(k, y) + np.linalg.slogdet(k).logabsdet)")
    result_solve = g.solve(k, y)                                  # f64[n]
    result_matmul = g.matmul(y, result_solve)                     # f64
    result_slogdet = g.slogdet(k)                                 # f64, f64
    result_add = g.add(result_matmul, result_slogdet.logabsdet)   # f64
    result = g.multiply(0.5, result_add)                          # f64
    return result


@dslc.builder("linear_algebra.py")
def parts(g, a: Tensor[f64, n, m]):
    g.lines(17, 18, 19)

    g.at("q, r = np.linalg.qr(a)")
    q, r = g.qr(a)                                                # f64[n, min(m, n)], f64[min(m, n), m]

    g.at("found = np.linalg.svd(a, full_matrices=False)")
    found = g.svd(a, full_matrices=False)                         # f64[n, min(m, n)], f64[min(m, n)], f64[min(m, n), m]

    g.at("return found.S, np.linalg.norm(q @ r - a) < 1e-9, np.round(found.U * found.S @ found....")
    result_matmul = g.matmul(q, r)                                # f64[n, m]
    result_subtract = g.subtract(result_matmul, a)                # f64[n, m]
    result_norm = g.norm(result_subtract)                         # f64
    result_less = g.less(result_norm, 1e-9)                       # bool_
    result_multiply = g.multiply(found.U, found.S)                # f64[n, min(m, n)]
    result_matmul_2 = g.matmul(result_multiply, found.Vh)         # f64[n, m]
    result_round = g.round(result_matmul_2, decimals=6)           # f64[n, m]
    return found.S, result_less, result_round


@dslc.builder("linear_algebra.py")
def smallest(g, a: Tensor[f64, n, n], largest: bool):
    g.lines(24, 25, 27)

    g.at("if largest:")

    def if1_then():
        g.at("values = np.linalg.eigh(a)")
        values = g.eigh(a)                                        # f64[n], f64[n, n]
        return values

    def if1_else():
        g.at("values = np.linalg.eigh(-a)")
        values_negative = g.negative(a)                           # f64[n, n]
        values = g.eigh(values_negative)                          # f64[n], f64[n, n]
        return values

    values = g.if_(largest, if1_then, if1_else)                   # f64[n], f64[n, n]

    return values[0]


@dslc.builder("linear_algebra.py")
def filtered(g, x: Tensor[f64, n], k: int):
    g.lines(33, 34, 35)

    g.at("spectrum = np.fft.rfft(x)")
    spectrum = g.rfft(x)                                          # c128[n//2 + 1]

    g.at("spectrum[k:] = 0")
    spectrum = g.store(spectrum, g.s_[k:], 0)                     # c128[n//2 + 1]

    g.at("return np.fft.irfft(spectrum, n=x.shape[0])")
    result = g.irfft(spectrum, n=x.shape[0])                      # f64[n]
    return result


def rnn_inlined(g, x, h, w_ih, w_hh, b_ih, b_hh, nonlinearity, reverse):
    g.at("states = np.zeros(x.shape[:1] + h.shape, h.dtype)")
    states = g.zeros((x.shape[0], h.shape[0]), h.dtype)           # f64[n, m]

    g.at("for step in range(x.shape[0]):")

    def loop1_body(step, h, states):                              # int, f64[m], f64[n, m]
        token = step

        g.at("h = rnn_cell(x[token], h, w_ih, w_hh, b_ih, b_hh, nonlinearity=nonlinearity)")
        h_index = g.index(x, g.s_[token])                         # f64[m]
        h = g.rnn_cell(h_index, h, w_ih, w_hh, nonlinearity=nonlinearity)  # f64[m]

        g.at("states[token] = h")
        states = g.store(states, g.s_[token], h)                  # f64[n, m]
        return h, states

    h, states = g.for_(g.range(x.shape[0]), loop1_body, (h, states))  # f64[m], f64[n, m]

    return states, h


@dslc.builder("linear_algebra.py")
def tagged(g, x: Tensor[f64, n, m], h: Tensor[f64, m], w: Tensor[f64, m, m]):
    g.lines(40, 41)

    g.at("states, last = nn.rnn(x, h, w, w)")
    states, last = rnn_inlined(g, x, h, w, w, None, None, 'tanh', False)  # f64[n, m], f64[m]

    g.at("return states[0], last")
    result_index = g.index(states, g.s_[0])                       # f64[m]
    return result_index, last
