from dslc import graph


class Counter:
    n = 0


counter = Counter()


@graph
def f(x: float):
    counter.n += 1  # error: [unsupported-construct]
    counter.n = 1  # error: [unsupported-construct]
    return x
# --- diagnostics ---
