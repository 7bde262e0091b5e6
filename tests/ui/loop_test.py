from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    while x[k] > missing:  # error: [unbound-name]
        k += 1
    for i in range(x):  # error: [dtype-mismatch]
        k += i
    for j in range(0.5):  # error: [dtype-mismatch]
        k += j
    return k
# --- diagnostics ---
