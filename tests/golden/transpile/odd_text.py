"""Quotes: '"', backslashes \\, ünïcode."""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@graph
def odd(x: Tensor[f32, n], mode: str = "\\'\"é\n") -> Tensor[f32, n]:
    r'''Doc with "quotes", 'quotes' and \n.'''
    größe = np.sum(
        x *
        2.0
    ); assert größe < 100, 'it\'s "too" big \\ é'
    if mode == '\\\'"é\n': x = x + 1.0
    return x * größe if (
        größe > 0
    ) else \
        x
# --- calls ---
#: odd(np.float32([1, 2])) == [12, 18]
#! odd(np.float32([100, 2])) AssertionError
# --- emitted ---
# Written by `dslc build` from odd_text.py: edit that file and build again.
"""Quotes: '"', backslashes \\, ünïcode."""

import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")


@dslc.builder("odd_text.py")
def odd(g, x: Tensor[f32, n], mode: str = "\\'\"é\n") -> Tensor[f32, n]:
    r'''Doc with "quotes", 'quotes' and \n.'''
    g.lines(14, 17, 18, 19)

    g.at("größe = np.sum(x * 2.0)")
    größe_multiply = g.multiply(x, 2.0)                           # f32[n]
    größe = g.sum(größe_multiply)                                 # f32

    g.at('assert größe < 100, \'it\\\'s "too" big \\\\ é\'')
    test = g.less(größe, 100)                                     # bool_
    checked = g.check(test, message='it\'s "too" big \\ é')       # bool

    if mode == '\\\'"é\n':
        g.at("x = x + 1.0")
        x = g.add(x, 1.0)                                         # f32[n]

    g.at("return x * größe if (größe > 0) else x")
    result_greater = g.greater(größe, 0)                          # bool_

    def if1_then():
        result_multiply = g.multiply(x, größe)                    # f32[n]
        return result_multiply

    def if1_else():
        return x

    result = g.if_(result_greater, if1_then, if1_else)            # f32[n]
    return result
