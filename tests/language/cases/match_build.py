# construct: `match`
# nodes: Match match_case MatchValue MatchOr MatchAs MatchSingleton
# time: build
# status: supported
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], kind: Static[object] = "relu"):
    match kind:  # <--
        case "relu" | "ramp":
            y = np.maximum(x, 0)
        case None:
            y = x
        case other if other == 3:
            y = x * other
        case _:
            y = -x
    return y
# --- calls ---
#: f(np.float32([-8])) == np.float32([0])
#: f(np.float32([-8]), None) == np.float32([-8])
#: f(np.float32([-8]), 3) == np.float32([-24])
#: f(np.float32([-8]), "neg") == np.float32([8])
# --- emitted ---
@dslc.builder("match_build.py")
def f(g, x: Tensor[f32, n], kind: Static[object] = "relu"):
    g.lines(12, 16, 18)

    if (kind == "relu") or (kind == "ramp"):
        g.at("y = np.maximum(x, 0)")
        y = g.maximum(x, 0)                                       # f32[n]
    else:
        if kind is None:
            y = x
        else:
            other = kind

            if other == 3:
                g.at("y = x * other")
                y = g.multiply(x, other)
            else:
                g.at("y = -x")
                y = g.negative(x)

    return y
