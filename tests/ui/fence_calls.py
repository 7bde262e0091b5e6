from dslc import graph


def helper(a, b):
    return a + b


@graph
def f(x: float):
    pair = (x, x)
    a = helper(*pair)  # error: [unsupported-construct]
    b = helper(x, **{"b": 2})  # error: [unsupported-construct]
    c, *d = x, x, x  # error: [unsupported-construct]
    pair[0] = 3  # error: [unsupported-construct]
    e = round(x)  # error: [unknown-function]
    g = x * 2j  # error: [argument-mismatch]
    return a, b, c, d, e, g
# --- diagnostics ---
