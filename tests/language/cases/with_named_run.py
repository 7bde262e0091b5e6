# construct: `with nullcontext(x) as y`
# nodes: With withitem
# time: run
# status: supported
from contextlib import nullcontext

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with nullcontext(x + 1) as y, nullcontext() as nothing:  # <--
        y[0] = 5
        z = y
    return z, nothing is None
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
@dslc.builder("with_named_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(10, 11)

    g.at("with nullcontext(x + 1) as y, nullcontext() as nothing:")
    y = g.add(x, 1)                                               # f32[n]
    nothing = None

    g.at("y[0] = 5")
    y = g.store(y, g.s_[0], 5)                                    # f32[n]

    z = y

    return z, True
