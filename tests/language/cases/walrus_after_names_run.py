# construct: `:=` behind names and literals
# nodes: NamedExpr
# time: run
# status: supported
from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], i: int, j: int):
    y = i * (t := j + 1) + x[(k := 1)]  # <--
    z = max(i, (w := t), w + 1) * w
    return y, z, [i, (t := i), t], k
# --- calls ---
#: f(np.array([1.0, 2.0]), 3, 4)
#: f(np.array([1.0, np.nan]), -3, 0)
#! f(np.array([1.0]), 3, 4) IndexError
# --- emitted ---
@dslc.builder("walrus_after_names_run.py")
def f(g, x: Tensor[f64, n], i: int, j: int):
    g.lines(8, 9)

    t = j + 1
    part = i * t
    k = 1

    g.at("y = i * (t := j + 1) + x[(k := 1)]")
    y_index = g.index(x, g.s_[k])                                 # f64
    y = g.add(part, y_index)                                      # f64

    w = t

    g.at("z = max(i, (w := t), w + 1) * w")
    z = g.dim_max(i, w, w + 1) * w

    t = i

    return y, z, [i, t, t], k
