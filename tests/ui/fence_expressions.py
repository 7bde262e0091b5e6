from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    a = [v * 2 for v in x]  # error: [unsupported-construct]
    b = (lambda v: v + x)(k)  # error: [unsupported-construct]
    c = f"{k}"  # error: [unsupported-construct]
    if (d := k) > 1:  # error: [unsupported-construct]
        pass
    e = {"k": x}  # error: [unsupported-construct]
    h = sum(v for v in x)  # error: [unsupported-construct]
    i = x[x > 0]  # error: [unsupported-construct]
    j = x[[0, 1]]  # error: [unsupported-construct]
    return x
# --- diagnostics ---
