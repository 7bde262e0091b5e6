from dslc import Static, graph


@graph
def f(x: float, sizes: Static[tuple] = (1, 2, 3)):
    hits = 0
    for k in sizes:  # error: [unsupported-construct]
        if x > k:
            break
        hits += 10
    return hits
# --- diagnostics ---
