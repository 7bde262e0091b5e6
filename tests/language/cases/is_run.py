# construct: `is`, `is not`
# nodes: Compare Is IsNot
# time: run
# status: supported
# note: Where it is certain: names of one array, an array that was made here, None, True and False.
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], flag: bool, ws: list[Tensor[f32, n]] | None = None):
    y = x + 1
    z = y
    if z is y and x is not y:  # <--
        z = z * 2
    return z, z is y, flag is True, flag is not False, ws is None
# --- calls ---
#: f(np.float32([1]), True, None)
#: f(np.float32([1]), False, [])
# --- emitted ---
@dslc.builder("is_run.py")
def f(g, x: Tensor[f32, n], flag: bool, ws: list[Tensor[f32, n]] | None = None):
    g.lines(8, 11)

    g.at("y = x + 1")
    y = g.add(x, 1)                                               # f32[n]

    z = y

    g.at("z = z * 2")
    z = g.multiply(z, 2)                                          # f32[n]

    return z, False, flag, flag, ws is None
