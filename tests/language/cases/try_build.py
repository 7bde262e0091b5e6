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


@graph
def in_a_loop(x: Tensor[f32, n]):
    total = 0.0
    for i in range(x.shape[0]):
        try:
            scale = AXES["rows"]
        except KeyError:
            scale = 2
        else:
            scale = scale + 1
        total = total + scale * float(x[i])
    return total
# --- calls ---
#: f(np.float32([1, 2])) == 3
#: f(np.float32([1, 2]), "columns") == 3
#: in_a_loop(np.float32([1, 2])) == 3.0
#: in_a_loop(np.float32([])) == 0.0
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


@dslc.builder("try_build.py", captures=("AXES",))
def in_a_loop(g, x: Tensor[f32, n]):
    # capture AXES = {'rows': 0}
    g.lines(25, 32)

    total = 0.0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, total):                                     # int, float
        try:
            scale = AXES["rows"]
        except KeyError:
            scale = 2
        else:
            scale = scale + 1

        g.at("total = total + scale * float(x[i])")
        total_index = g.index(x, g.s_[i])                         # f32
        total_cast = g.cast(total_index, float)                   # float
        total_multiply = g.multiply(scale, total_cast)            # float
        total = g.add(total, total_multiply)                      # float
        return total

    total = g.for_(g.range(x.shape[0]), loop1_body, (total,))     # float

    return total
