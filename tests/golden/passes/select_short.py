# select_branches: two short branches are both computed, and their elements chosen from
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def chosen(g, x: Tensor[f32, n], w: Tensor[f32, n], up: bool):
    g.lines(4, 6)
    def then1(x):                                                 # f32[n]
        g.at("y, x = x * 0.5, x + w")
        y = g.multiply(x, 0.5)                                    # f32[n]
        x = g.add(x, w)                                           # f32[n]
        return y, x

    def else1(x):                                                 # f32[n]
        g.at("y, x = w - 1.0, -x")
        y = g.subtract(w, 1.0)                                    # f32[n]
        x = g.negative(x)                                         # f32[n]
        return y, x

    y, x = g.if_(up, then1, else1, (x,))                          # f32[n], f32[n]
    return y, x
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def chosen(g, x: Tensor[f32, n], w: Tensor[f32, n], up: bool):
    g.lines(4, 6)

    g.at("y, x = x * 0.5, x + w")
    y = g.multiply(x, 0.5)                                        # f32[n]
    x_2 = g.add(x, w)                                             # f32[n]

    g.at("y, x = w - 1.0, -x")
    y_2 = g.subtract(w, 1.0)                                      # f32[n]
    x = g.negative(x)                                             # f32[n]
    y = g.where(up, y, y_2)                                       # f32[n]
    x = g.where(up, x_2, x)                                       # f32[n]
    return y, x
