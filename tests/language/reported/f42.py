# construct: accumulating into an argument in nested loops
# time: run
# status: supported
# reported: taichi-dev/taichi#8356
# gradient: grad(f, wrt=1)(np.zeros(5), np.array([1.0, 2.0, 3.0])) == [5.0, 5.0, 5.0]
from dslc import dims

import numpy as np

from dslc import InOut, Tensor, dims, f64, graph

n, m = dims("n m")


n, m = dims("n m")


@graph
def f(x: InOut[f64, n], y: Tensor[f64, m]):
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            x[i] += y[j]  # <--
    return np.sum(x)
# --- calls ---
#: f(np.zeros(5), np.array([1.0, 2.0, 3.0])) == np.float64(30)
# --- emitted ---
@dslc.builder("f42.py")
def f(g, x: InOut[f64, n], y: Tensor[f64, m]):
    # updates x
    g.lines(15, 16, 17, 18)

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i):                                            # int, f64[n]
        g.at("for j in range(y.shape[0]):")

        def loop2_body(j):                                        # int, f64[n]
            g.at("x[i] += y[j]")
            x_index = g.index(x, g.s_[i])                         # f64
            x_index_2 = g.index(y, g.s_[j])                       # f64
            x_add = g.add(x_index, x_index_2)                     # f64
            g.write(x, g.s_[i], x_add)                            # f64[n]
            return ()

        g.for_(g.range(y.shape[0]), loop2_body, (), writes=(x,))  # f64[n]
        return ()

    g.for_(g.range(x.shape[0]), loop1_body, (), writes=(x,))      # f64[n]

    g.at("return np.sum(x)")
    result = g.sum(x)                                             # f64
    return result
