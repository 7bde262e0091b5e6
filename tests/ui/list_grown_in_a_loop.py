from dslc import graph


@graph
def f():
    seen = []
    w = 16
    while w:
        seen.append(w)  # error: [unsupported-construct]
        w //= 2
    return seen
# --- diagnostics ---
