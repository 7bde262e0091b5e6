# construct: an operator on a struct with NumPy's mixin
# nodes: BinOp UnaryOp
# time: run
# status: supported
# note: `NDArrayOperatorsMixin` calls `__array_ufunc__` for each operator
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Metres(np.lib.mixins.NDArrayOperatorsMixin):
    """Lengths."""

    count: Tensor[f32, n]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if len(inputs) == 1:
            return Metres(ufunc(self.count))
        if isinstance(inputs[0], Metres):
            return Metres(ufunc(inputs[0].count, inputs[1]))
        return Metres(ufunc(inputs[0], self.count))


@graph
def f(x: Metres, by: Tensor[f32, n]):
    return (by - -x * 2.0).count  # <--
# --- calls ---
#: f(Metres(np.float32([1, -2])), np.float32([1, 1])) == np.float32([3, -3])
#: f(Metres(np.float32([])), np.float32([])) == np.float32([])
# --- emitted ---
def Metres_array_ufunc(g, self, ufunc, method, inputs, kwargs):
    g.lines(18)

    g.at("return Metres(ufunc(self.count))")
    result_negative = g.negative(self.count)                      # f32[n]
    return Metres(result_negative)


def Metres_array_ufunc_2(g, self, ufunc, method, inputs, kwargs):
    g.lines(20)

    g.at("return Metres(ufunc(inputs[0].count, inputs[1]))")
    result_multiply = g.multiply(inputs[0].count, inputs[1])      # f32[n]
    return Metres(result_multiply)


def Metres_array_ufunc_3(g, self, ufunc, method, inputs, kwargs):
    g.lines(21)

    g.at("return Metres(ufunc(inputs[0], self.count))")
    result_subtract = g.subtract(inputs[0], self.count)           # f32[n]
    return Metres(result_subtract)


@dslc.builder("struct_mixin_run.py", captures=("Metres",))
def f(g, x: Metres, by: Tensor[f32, n]):
    # require n == x_n: return Metres(ufunc(inputs[0], self.count))
    g.lines(26)

    g.at("return (by - -x * 2.0).count")
    result_array_ufunc = Metres_array_ufunc(g, x, np.negative, '__call__', (x,), {})  # Metres(f32[n])
    result_array_ufunc_2 = Metres_array_ufunc_2(                  # Metres(f32[n])
        g,
        result_array_ufunc,
        np.multiply,
        '__call__',
        (result_array_ufunc, 2.0),
        {},
    )
    result_array_ufunc_3 = Metres_array_ufunc_3(                  # Metres(f32[n])
        g,
        result_array_ufunc_2,
        np.subtract,
        '__call__',
        (by, result_array_ufunc_2),
        {},
    )
    return result_array_ufunc_3.count
