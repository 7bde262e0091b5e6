"""Decorators as attributes, and code around functions, byte for byte."""

import dslc

if True:
    LIMIT = 3   # odd   spacing is kept

@dslc.graph(check=[])
def triple(x: dslc.Tensor[dslc.f32, ()]) -> dslc.Scalar[dslc.f32]: return x * LIMIT

class Kept:   # noqa
    def method(self): return [1,2 , 3]
# --- calls ---
#: triple(np.asarray(2, np.float32)) == 6
# --- emitted ---
# Written by `dslc build` from code_around_functions.py: edit that file and build again.
"""Decorators as attributes, and code around functions, byte for byte."""

import dslc

if True:
    LIMIT = 3   # odd   spacing is kept

@dslc.builder("code_around_functions.py", captures=("LIMIT",))
def triple(g, x: dslc.Tensor[dslc.f32, ()]) -> dslc.Scalar[dslc.f32]:
    # capture LIMIT = 3
    g.lines(9)

    g.at("return x * LIMIT")
    result = g.multiply(x, LIMIT)                                 # f32
    return result

class Kept:   # noqa
    def method(self): return [1,2 , 3]
