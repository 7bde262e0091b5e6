from dslc import graph


COUNT = 0


@graph
def f(x: float):
    global COUNT  # error: [unsupported-construct]
    COUNT = 1
    return x
# --- diagnostics ---
