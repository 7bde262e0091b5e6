# order_for_memory: what is summed up is summed up before the next large value is made
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def sums(g, x: Tensor[f32, n]):
    g.lines(4, 5, 6)

    g.at("a, b = np.exp(x), np.negative(x)")
    a = g.exp(x)                                                  # f32[n]
    b = g.negative(x)                                             # f32[n]

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
def sums(g, x: Tensor[f32, n]):
    g.lines(4, 5, 4, 5, 6)

    g.at("a, b = np.exp(x), np.negative(x)")
    a = g.exp(x)                                                  # f32[n]

    g.at("s, t = np.sum(a), np.sum(b)")
    s = g.sum(a, axis=(0,))                                       # f32

    g.at("a, b = np.exp(x), np.negative(x)")
    b = g.negative(x)                                             # f32[n]

    g.at("s, t = np.sum(a), np.sum(b)")
    t = g.sum(b, axis=(0,))                                       # f32

    g.at("return s + t")
    result = g.add(s, t)                                          # f32
    return result
