import contextlib

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.nullcontext():  # error: [unsupported-construct]
        x = x + 1
    try:  # error: [unsupported-construct]
        x = x + 1
    except ValueError:
        pass
    if x[0] > 0:
        raise ValueError("no")  # error: [unsupported-construct]
    y = x * 2
    del y  # error: [unsupported-construct]

    def inner(v):  # error: [unsupported-construct]
        return v

    for row in x:  # error: [unsupported-construct]
        pass
    for i in range(3):
        pass
    else:  # error: [unsupported-construct]
        pass
    return x
# --- diagnostics ---
