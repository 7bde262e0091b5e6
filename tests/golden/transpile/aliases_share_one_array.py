from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def shared(x: Tensor[f32, n]) -> tuple[Tensor[f32, n], Tensor[f32, n]]:
    a = x + 1.0
    b = a
    b[0] = 10.0
    a += 1.0
    c = a.copy()
    c[0] = 0.0
    return b, c
# --- calls ---
#: shared(np.float32([1, 2])) == ([11, 4], [0, 4])
# --- emitted ---
# Written by `dslc build` from aliases_share_one_array.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("aliases_share_one_array.py")
def shared(g, x: Tensor[f32, n]) -> tuple[Tensor[f32, n], Tensor[f32, n]]:
    g.lines(8, 10, 11, 12, 13)

    g.at("a = x + 1.0")
    a = g.add(x, 1.0)                                             # f32[n]

    b = a

    g.at("b[0] = 10.0")
    b = g.store(b, g.s_[0], 10.0)                                 # f32[n]
    a = b

    g.at("a += 1.0")
    a_add = g.add(a, 1.0)                                         # f32[n]
    a = g.store(a, g.s_[...], a_add, inplace=True)                # f32[n]
    b = a

    g.at("c = a.copy()")
    c = g.copy(a)                                                 # f32[n]

    g.at("c[0] = 0.0")
    c = g.store(c, g.s_[0], 0.0)                                  # f32[n]

    return b, c
