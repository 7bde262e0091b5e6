# choose_layouts: what one cancelled transpose leaves cancels at the next nodes
# --- before
import dslc
from dslc import Tensor, f32

n, m, k = dslc.dims("n m k")


@dslc.builder("a.py")
def chain(g, x: Tensor[f32, n, m, k]):
    g.lines(4, 5, 6, 7)

    g.at("a = np.exp(x.transpose(2, 0, 1))")
    a_transpose = g.transpose(x, axes=(2, 0, 1))                  # f32[k, n, m]
    a = g.exp(a_transpose)                                        # f32[k, n, m]

    g.at("b = np.sqrt(a.transpose(2, 0, 1))")
    b_transpose = g.transpose(a, axes=(2, 0, 1))                  # f32[m, k, n]
    b = g.sqrt(b_transpose)                                       # f32[m, k, n]

    g.at("c = np.tanh(b.transpose(2, 0, 1))")
    c_transpose = g.transpose(b, axes=(2, 0, 1))                  # f32[n, m, k]
    c = g.tanh(c_transpose)                                       # f32[n, m, k]

    g.at("return c * 2.0")
    result = g.multiply(c, 2.0)                                   # f32[n, m, k]
    return result
# --- after
import dslc
from dslc import Tensor, f32

n, m, k = dslc.dims("n m k")


@dslc.builder("a.py")
def chain(g, x: Tensor[f32, n, m, k]):
    g.lines(4, 5, 6, 7)

    g.at("a = np.exp(x.transpose(2, 0, 1))")
    a = g.exp(x)                                                  # f32[n, m, k]

    g.at("b = np.sqrt(a.transpose(2, 0, 1))")
    b_transpose = g.transpose(a, axes=(1, 2, 0))                  # f32[m, k, n]
    b = g.sqrt(a)                                                 # f32[n, m, k]

    g.at("c = np.tanh(b.transpose(2, 0, 1))")
    c = g.tanh(b)                                                 # f32[n, m, k]

    g.at("return c * 2.0")
    result = g.multiply(c, 2.0)                                   # f32[n, m, k]
    return result
