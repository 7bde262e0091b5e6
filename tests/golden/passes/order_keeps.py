# order_for_memory: what has an effect stays, and the order of the source where no other is better
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6, 0)

    g.at("a, b = np.exp(x), np.negative(x)")
    a = g.exp(x)                                                  # f32[n]
    b = g.negative(x)                                             # f32[n]

    g.at("print(b)")
    g.print(b)

    g.at("s, t = np.sum(a), np.sum(b)")
    s = g.sum(a, axis=(0,))                                       # f32
    t = g.sum(b, axis=(0,))                                       # f32

    g.at("return s + t")
    result = g.add(s, t)                                          # f32
    return result
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6, 0)

    g.at("a, b = np.exp(x), np.negative(x)")
    a = g.exp(x)                                                  # f32[n]
    b = g.negative(x)                                             # f32[n]

    g.at("print(b)")
    g.print(b)

    g.at("s, t = np.sum(a), np.sum(b)")
    s = g.sum(a, axis=(0,))                                       # f32
    t = g.sum(b, axis=(0,))                                       # f32

    g.at("return s + t")
    result = g.add(s, t)                                          # f32
    return result
