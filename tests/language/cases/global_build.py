# construct: `global` of a name that is only read
# nodes: Global
# time: build
# status: supported
from dslc import Tensor, dims, f32, graph

n = dims("n")


GAIN = 2


@graph
def f(x: Tensor[f32, n]):
    global GAIN  # <--
    return x * GAIN
# --- calls ---
#: f(np.float32([1, 2]))
# --- emitted ---
@dslc.builder("global_build.py", captures=("GAIN",))
def f(g, x: Tensor[f32, n]):
    # capture GAIN = 2
    g.lines(12)

    g.at("return x * GAIN")
    result = g.multiply(x, GAIN)                                  # f32[n]
    return result
