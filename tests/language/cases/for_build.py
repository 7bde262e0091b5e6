# construct: `for`
# nodes: For
# time: build
# status: supported
# note: Over what is known while building: a Python loop.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    for name, rate in (("a", 0.5), ("b", 0.25)):  # <--
        x = x * rate
    return x


@graph
def counted(x: Tensor[f32, n]):
    parts, total, place = (x, x * x), x, 0
    for rate in (0.5, 0.25):
        total = total + parts[place] * rate
        place += 1
    return total
# --- calls ---
#: f(np.float32([8])) == np.float32([1])
#: counted(np.float32([4])) == np.float32([10])
# --- emitted ---
@dslc.builder("for_build.py")
def f(g, x: Tensor[f32, n]):
    g.lines(11)

    for name, rate in (("a", 0.5), ("b", 0.25)):
        g.at("x = x * rate")
        x = g.multiply(x, rate)                                   # f32[n]

    return x


@dslc.builder("for_build.py")
def counted(g, x: Tensor[f32, n]):
    g.lines(17, 19)

    g.at("parts, total, place = (x, x * x), x, 0")
    parts_multiply = g.multiply(x, x)                             # f32[n]
    parts, total, place = (x, parts_multiply), x, 0

    for rate in (0.5, 0.25):
        g.at("total = total + parts[place] * rate")
        total_multiply = g.multiply(parts[place], rate)           # f32[n]
        total = g.add(total, total_multiply)                      # f32[n]

        place = place + 1

    return total
