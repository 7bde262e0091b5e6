"""What results assume of sizes stands at the head of its own function, also where that has no node."""
import dslc
from dslc import Tensor, f32, graph

n, m = dslc.dims("n m")


@graph
def doubled(x: Tensor[f32, n]) -> Tensor[f32, "2*n"]:
    return x


@graph
def documented(
    x: Tensor[f32, n], y: Tensor[f32, m]
) -> tuple[Tensor[f32, n], Tensor[f32, n]]:
    """Two arrays of one size."""
    # Nothing to compute.
    return x, y


@graph
def after(x: Tensor[f32, n]):
    return x + 1
# --- calls ---
#: doubled(np.zeros(0, np.float32)) == []
#? doubled(np.float32([1, 2])) shape-assumption
#: documented(np.float32([1]), np.float32([2])) == ([1], [2])
#? documented(np.float32([1]), np.float32([])) shape-assumption
#: after(np.float32([1])) == [2]
# --- emitted ---
# Written by `dslc build` from requires_without_nodes.py: edit that file and build again.
"""What results assume of sizes stands at the head of its own function, also where that has no node."""
import dslc
from dslc import Tensor, f32, graph

n, m = dslc.dims("n m")


@dslc.builder("requires_without_nodes.py")
def doubled(g, x: Tensor[f32, n]) -> Tensor[f32, "2*n"]:
    # require n == 0: -> Tensor[f32, 2*n]
    return x


@dslc.builder("requires_without_nodes.py")
def documented(
    g,
    x: Tensor[f32, n], y: Tensor[f32, m]
) -> tuple[Tensor[f32, n], Tensor[f32, n]]:
    """Two arrays of one size."""
    # require m == n: -> tuple[Tensor[f32, n], Tensor[f32, n]]
    # Nothing to compute.
    return x, y


@dslc.builder("requires_without_nodes.py")
def after(g, x: Tensor[f32, n]):
    g.lines(24)

    g.at("return x + 1")
    result = g.add(x, 1)                                          # f32[n]
    return result
