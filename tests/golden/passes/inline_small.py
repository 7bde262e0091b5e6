# inline_calls: small functions that raise and show nothing, in any number of steps
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def halved(g, x: Tensor[f32, n]):
    g.lines(4)

    g.at("return x * 0.5")
    result = g.multiply(x, 0.5)                                   # f32[n]
    return result


@dslc.builder("a.py")
def quartered(g, x: Tensor[f32, n]):
    g.lines(8)

    g.at("return halved(halved(x))")
    result_halved = g.call(halved, x)                             # f32[n]
    result = g.call(halved, result_halved)                        # f32[n]
    return result


@dslc.builder("a.py")
def shown(g, x: Tensor[f32, n]):
    g.lines(12)

    g.at("print(x)")
    g.print(x)
    return x


@dslc.builder("a.py")
def main(g, x: Tensor[f32, m], y: Tensor[f32, n]):
    g.lines(16)

    g.at("return quartered(x), quartered(shown(y))")
    result_quartered = g.call(quartered, x)                       # f32[m]
    result_shown = g.call(shown, y)                               # f32[n]
    result_quartered_2 = g.call(quartered, result_shown)          # f32[n]
    return result_quartered, result_quartered_2
# --- after
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def shown(g, x: Tensor[f32, n]):
    g.lines(12)

    g.at("print(x)")
    g.print(x)
    return x


@dslc.builder("a.py")
def main(g, x: Tensor[f32, m], y: Tensor[f32, n]):
    g.lines(4, 16, 4)

    g.at("return x * 0.5")
    result_multiply = g.multiply(x, 0.5)                          # f32[m]
    result_multiply = g.multiply(result_multiply, 0.5)            # f32[m]

    g.at("return quartered(x), quartered(shown(y))")
    result_shown = g.call(shown, y)                               # f32[n]

    g.at("return x * 0.5")
    result_multiply_2 = g.multiply(result_shown, 0.5)             # f32[n]
    result = g.multiply(result_multiply_2, 0.5)                   # f32[n]
    return result_multiply, result
