from dslc import graph


@graph
def f(x: float):  # error: [unsupported-construct]
    yield x


@graph
async def g(x: float):  # error: [unsupported-construct]
    return x
# --- diagnostics ---
