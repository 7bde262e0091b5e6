# hoist_invariants: what both branches of an `if` compute goes before it
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, n], w: Tensor[f32, n, n], up: bool):
    g.lines(4, 5)
    def then1():
        g.at("y = np.exp(w @ x) + 1.0")
        y_matmul = g.matmul(w, x)                                 # f32[n]
        y_exp = g.exp(y_matmul)                                   # f32[n]
        y = g.add(y_exp, 1.0)                                     # f32[n]
        return y

    def else1():
        g.at("y = np.exp(w @ x) - np.sqrt(x)")
        y_matmul = g.matmul(w, x)                                 # f32[n]
        y_exp = g.exp(y_matmul)                                   # f32[n]
        y_sqrt = g.sqrt(x)                                        # f32[n]
        y = g.subtract(y_exp, y_sqrt)                             # f32[n]
        return y

    y = g.if_(up, then1, else1)                                   # f32[n]
    return y
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def branches(g, x: Tensor[f32, n], w: Tensor[f32, n, n], up: bool):
    g.lines(4, 5)

    g.at("y = np.exp(w @ x) + 1.0")
    y_matmul = g.matmul(w, x)                                     # f32[n]
    y_exp = g.exp(y_matmul)                                       # f32[n]

    def then1():
        y = g.add(y_exp, 1.0)                                     # f32[n]
        return y

    def else1():
        g.at("y = np.exp(w @ x) - np.sqrt(x)")
        y_sqrt = g.sqrt(x)                                        # f32[n]
        y = g.subtract(y_exp, y_sqrt)                             # f32[n]
        return y

    y = g.if_(up, then1, else1)                                   # f32[n]
    return y
