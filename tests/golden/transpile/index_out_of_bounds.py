from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def element(x: Tensor[f32, n], i: int):
    return x[i]
# --- calls ---
#: element(np.arange(10, dtype=np.float32), 9) == 9
#: element(np.arange(10, dtype=np.float32), -1) == 9
#! element(np.arange(10, dtype=np.float32), 13) IndexError
#! element(np.float32([]), 0) IndexError
# --- emitted ---
# Written by `dslc build` from index_out_of_bounds.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("index_out_of_bounds.py")
def element(g, x: Tensor[f32, n], i: int):
    g.lines(8)

    g.at("return x[i]")
    result = g.index(x, g.s_[i])                                  # f32
    return result
