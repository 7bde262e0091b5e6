from dslc import graph


@graph
def f(x: float):
    functions = []
    for k in range(3):
        functions.append(lambda v: v * k)  # error: [unsupported-construct]
    return x
# --- diagnostics ---
