# select_branches: what is dear, shows something, is not computed in both branches, or relies on its test, stays
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n], w: Tensor[f32, n], up: bool):
    g.lines(4, 5, 7, 9, 10, 12)
    def then1():
        g.at("y = np.exp(x)")
        exp = g.exp(x)                                            # f32[n]
        return exp

    def else1():
        g.at("y = x - w")
        subtract = g.subtract(x, w)                               # f32[n]
        return subtract

    y = g.if_(up, then1, else1)                                   # f32[n]

    def then2(y):                                                 # f32[n]
        g.at("y = y + 1.0")
        y = g.add(y, 1.0)                                         # f32[n]
        return y

    def else2(y):                                                 # f32[n]
        return y

    y = g.if_(up, then2, else2, (y,))                             # f32[n]

    def then3():
        g.at("print(x)")
        g.print(x)

        g.at("z = x * 0.5")
        z = g.multiply(x, 0.5)                                    # f32[n]
        return z

    def else3():
        g.at("z = x - w")
        z = g.subtract(x, w)                                      # f32[n]
        return z

    z = g.if_(up, then3, else3)                                   # f32[n]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n], w: Tensor[f32, n], up: bool):
    g.lines(4, 5, 7, 9, 10, 12)
    def then1():
        g.at("y = np.exp(x)")
        exp = g.exp(x)                                            # f32[n]
        return exp

    def else1():
        g.at("y = x - w")
        subtract = g.subtract(x, w)                               # f32[n]
        return subtract

    y = g.if_(up, then1, else1)                                   # f32[n]

    def then2(y):                                                 # f32[n]
        g.at("y = y + 1.0")
        y = g.add(y, 1.0)                                         # f32[n]
        return y

    def else2(y):                                                 # f32[n]
        return y

    y = g.if_(up, then2, else2, (y,))                             # f32[n]

    def then3():
        g.at("print(x)")
        g.print(x)

        g.at("z = x * 0.5")
        z = g.multiply(x, 0.5)                                    # f32[n]
        return z

    def else3():
        g.at("z = x - w")
        z = g.subtract(x, w)                                      # f32[n]
        return z

    z = g.if_(up, then3, else3)                                   # f32[n]
    return y, z
