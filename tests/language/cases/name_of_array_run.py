# construct: an array of the module
# nodes: Name
# time: run
# status: supported
# note: It is read at each call, where it is then: the header has its type, no value.
import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")


WEIGHTS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
OFFSET = np.array([10.0, 20.0])


def shifted(x):
    return x + OFFSET


@graph
def f(x: Tensor[f64, n, 3]) -> Tensor[f64, n, 2]:
    return shifted(x @ WEIGHTS)  # <--


@graph
def both(x: Tensor[f64, n, 3]):
    y = f(x) * WEIGHTS[0]
    for row in WEIGHTS:
        y = y - row
    return y
# --- calls ---
#: f(np.float64([[1, 0, 0], [0, 0, 2]])) == np.float64([[11, 22], [20, 32]])
#: f(np.zeros((0, 3)))
#: both(np.float64([[1, 2, 3]]))
# --- emitted ---
def shifted_inlined(g, x):
    g.lines(13)

    g.at("return x + OFFSET")
    result = g.add(x, OFFSET)                                     # f64[n, 2]
    return result


@dslc.builder("name_of_array_run.py", captures=("shifted", "WEIGHTS", "OFFSET"))
def f(g, x: Tensor[f64, n, 3]) -> Tensor[f64, n, 2]:
    # capture WEIGHTS: f64[3, 2]
    # capture OFFSET: f64[2]
    g.lines(18)

    g.at("return shifted(x @ WEIGHTS)")
    result_matmul = g.matmul(x, WEIGHTS)                          # f64[n, 2]
    result = shifted_inlined(g, result_matmul)                    # f64[n, 2]
    return result


@dslc.builder("name_of_array_run.py", captures=("f", "WEIGHTS"))
def both(g, x: Tensor[f64, n, 3]):
    # capture WEIGHTS: f64[3, 2]
    g.lines(23, 24, 25)

    g.at("y = f(x) * WEIGHTS[0]")
    y_f = g.call(f, x)                                            # f64[n, 2]
    y_index = g.index(WEIGHTS, g.s_[0])                           # f64[2]
    y = g.multiply(y_f, y_index)                                  # f64[n, 2]

    g.at("for row in WEIGHTS:")

    def loop1_body(row_index, y):                                 # int, f64[n, 2]
        row = g.index(WEIGHTS, g.s_[row_index])                   # f64[2]

        g.at("y = y - row")
        y = g.subtract(y, row)                                    # f64[n, 2]
        return y

    y = g.for_(g.range(WEIGHTS.shape[0]), loop1_body, (y,))       # f64[n, 2]

    return y
