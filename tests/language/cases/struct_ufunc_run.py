# construct: a function of NumPy on a struct
# nodes: Call
# time: run
# status: supported
# note: by `__array_ufunc__` and `__array_function__`, as NumPy does
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Metres:
    """Lengths."""

    count: Tensor[f32, n]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if method != "__call__" or len(inputs) > 1:
            return NotImplemented
        return Metres(ufunc(self.count))

    def __array_function__(self, function, types, args, kwargs):
        return Metres(function(self.count, **kwargs))


@graph
def f(x: Metres):
    y = np.abs(x)  # <--
    return np.cumsum(y, axis=0).count
# --- calls ---
#: f(Metres(np.float32([1, -2]))) == np.float32([1, 3])
#: f(Metres(np.float32([]))) == np.float32([])
# --- emitted ---
def Metres_array_ufunc(g, self, ufunc, method, inputs, kwargs):
    g.lines(19)

    g.at("return Metres(ufunc(self.count))")
    result_abs = g.abs(self.count)                                # f32[n]
    return Metres(result_abs)


def Metres_array_function(g, self, function, types, args, kwargs):
    g.lines(22)

    g.at("return Metres(function(self.count, **kwargs))")
    result_cumsum = g.cumsum(self.count, axis=kwargs["axis"])     # f32[n]
    return Metres(result_cumsum)


@dslc.builder("struct_ufunc_run.py", captures=("Metres.__array_ufunc__", "Metres.__array_function__"))
def f(g, x: Metres):
    g.lines(27, 28)

    g.at("y = np.abs(x)")
    y = Metres_array_ufunc(g, x, np.abs, '__call__', (x,), {})    # Metres(f32[n])

    g.at("return np.cumsum(y, axis=0).count")
    result_array_function = Metres_array_function(g, y, np.cumsum, (Metres,), (y,), {"axis": 0})  # Metres(f32[n])
    return result_array_function.count
