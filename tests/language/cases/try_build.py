# construct: `try`
# nodes: Try ExceptHandler
# time: build
# status: supported
# note: It runs once, while the graph is built.
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")
AXES = {"rows": 0}


@graph
def f(x: Tensor[f32, n], name: Static[str] = "rows"):
    try:  # <--
        axis = AXES[name]
    except KeyError as error:
        axis = -1  # the last
    else:
        axis = axis + 0
    finally:
        pass
    return np.sum(x, axis=axis)
# --- calls ---
#: f(np.float32([1, 2])) == 3
#: f(np.float32([1, 2]), "columns") == 3
# --- emitted ---
@dslc.builder("try_build.py", captures=("AXES",))
def f(g, x: Tensor[f32, n], name: Static[str] = "rows"):
    # capture AXES = {'rows': 0}
    g.lines(19)

    try:
        axis = AXES[name]
    except KeyError as error:
        axis = -1  # the last
    else:
        axis = axis + 0
    finally:
        pass

    g.at("return np.sum(x, axis=axis)")
    result = g.sum(x, axis=axis)                                  # f32
    return result
