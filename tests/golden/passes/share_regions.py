# share_equal_nodes: a region takes what the block around it has, not what another region has
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], times: int):
    g.lines(4, 5, 6)

    g.at("size = np.exp(x)")
    size = g.exp(x)                                               # f32[n]

    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + np.exp(x) * np.sqrt(x)")
        y_exp = g.exp(x)                                          # f32[n]
        y_sqrt = g.sqrt(x)                                        # f32[n]
        y_mul = g.multiply(y_exp, y_sqrt)                         # f32[n]
        y = g.add(y, y_mul)                                       # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (size,))               # f32[n]

    g.at("z = np.sqrt(x) + np.exp(x)")
    z_sqrt = g.sqrt(x)                                            # f32[n]
    z_exp = g.exp(x)                                              # f32[n]
    z = g.add(z_sqrt, z_exp)                                      # f32[n]
    return y, z
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def regions(g, x: Tensor[f32, n], times: int):
    g.lines(4, 5, 6)

    g.at("size = np.exp(x)")
    size = g.exp(x)                                               # f32[n]

    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + np.exp(x) * np.sqrt(x)")
        y_sqrt = g.sqrt(x)                                        # f32[n]
        y_mul = g.multiply(size, y_sqrt)                          # f32[n]
        y = g.add(y, y_mul)                                       # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (size,))               # f32[n]

    g.at("z = np.sqrt(x) + np.exp(x)")
    z_sqrt = g.sqrt(x)                                            # f32[n]
    z = g.add(z_sqrt, size)                                       # f32[n]
    return y, z
