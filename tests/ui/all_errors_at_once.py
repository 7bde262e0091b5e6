from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def first(x: Tensor[f32, 3], y: Tensor[f32, 4]):
    a = x + y  # error: [shape-mismatch]
    b = x.foo  # error: [unknown-attribute]
    if x:  # error: [truth-of-array]
        b = x @ y  # error: [shape-mismatch]
    return a, b


@graph
def second(x: Tensor[f32, n]):
    return missing(x)  # error: [unbound-name]
# --- diagnostics ---
