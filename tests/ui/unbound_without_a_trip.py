from dslc import graph


i = 77


@graph
def f(n: int):
    for i in range(n):
        last = i
    return i, last  # error: [unbound-name] [unbound-name]
# --- diagnostics ---
