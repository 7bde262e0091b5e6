from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def fibonacci(x: Tensor[f32, n], count: int) -> Tensor[f32, n]:
    pair = (x, x + 1.0)
    for _ in range(count):
        a, b = pair
        pair = (b, a + b)
    return pair[0]
# --- calls ---
#: fibonacci(np.float32([0, 1]), 5)
#: fibonacci(np.float32([0, 1]), 0) == [0, 1]
#: fibonacci(np.float32([0, 1]), -1) == [0, 1]
# --- emitted ---
# Written by `dslc build` from tuples_carried.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("tuples_carried.py")
def fibonacci(g, x: Tensor[f32, n], count: int) -> Tensor[f32, n]:
    g.lines(8, 9, 11)

    g.at("pair = (x, x + 1.0)")
    pair_add = g.add(x, 1.0)                                      # f32[n]
    pair = (x, pair_add)

    g.at("for _ in range(count):")

    def loop1_body(_, pair):                                      # int, (f32[n], f32[n])
        a, b = pair

        g.at("pair = (b, a + b)")
        pair_add = g.add(a, b)                                    # f32[n]
        pair = (b, pair_add)
        return pair

    pair = g.for_(g.range(count), loop1_body, (pair,))            # f32[n], f32[n]

    return pair[0]
