from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def doubled(x: Tensor[f32, n]) -> Tensor[f32, n]:
    """Two

    lines.
    """
    # Line ends are kept.
    return x * 2.0
# --- calls ---
#: doubled(np.float32([1])) == [2]
# --- emitted ---
# Written by `dslc build` from crlf.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("crlf.py")
def doubled(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    """Two

    lines.
    """
    g.lines(13)

    # Line ends are kept.
    g.at("return x * 2.0")
    result = g.multiply(x, 2.0)                                   # f32[n]
    return result
