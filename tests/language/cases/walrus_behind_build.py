# construct: `:=` behind `and`, `or` and in a conditional expression
# nodes: NamedExpr
# time: build
# status: supported
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], mode: Static[str] = "ab"):
    if len(mode) > 1 and (c := mode[1]) == "b":  # <--
        return x + len(c)
    elif mode == "c" or (k := len(mode)) > 2:
        return x * 2
    return x - k
# --- calls ---
#: f(np.float32([1])) == np.float32([2])
#: f(np.float32([1]), "c") == np.float32([2])
#: f(np.float32([1]), "acd") == np.float32([2])
#: f(np.float32([1]), "ac") == np.float32([-1])
#: f(np.float32([1]), "a") == np.float32([0])
# --- emitted ---
@dslc.builder("walrus_behind_build.py")
def f(g, x: Tensor[f32, n], mode: Static[str] = "ab"):
    g.lines(9, 11, 12)

    first = len(mode) > 1

    if first:
        c = mode[1]

    if first and (c == "b"):
        g.at("return x + len(c)")
        result = g.add(x, len(c))                                 # f32[n]
        return result
    else:
        first_2 = mode == "c"

        if not first_2:
            k = len(mode)

        if first_2 or (k > 2):
            g.at("return x * 2")
            result = g.multiply(x, 2)
            return result

    g.at("return x - k")
    result = g.subtract(x, k)
    return result
