# construct: an iterator unpacked
# nodes: Assign Tuple
# time: run
# status: supported
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    d = {"a": x, "b": x + 1}
    u, v = d.values()  # <--
    (first, y), _ = d.items()
    (i, p), (j, q) = enumerate([u, v])
    (r, s), t = zip([1, k], [p, q])
    return u * v, y, p * i, q * j, first, r, s, t
# --- calls ---
#: f(np.float32([1, 2]), 3)
# --- emitted ---
@dslc.builder("iterator_unpacked_run.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(8, 13)

    g.at('d = {"a": x, "b": x + 1}')
    d_add = g.add(x, 1)                                           # f32[n]
    d = {"a": x, "b": d_add}

    u, v = d.values()
    first, y = "a", d["a"]
    _ = ("b", d["b"])
    i, p = 0, u
    j, q = 1, v
    r, s = 1, p
    t = (k, q)

    g.at("return u * v, y, p * i, q * j, first, r, s, t")
    result_multiply = g.multiply(u, v)                            # f32[n]
    result_multiply_2 = g.multiply(p, i)                          # f32[n]
    result_multiply_3 = g.multiply(q, j)                          # f32[n]
    return result_multiply, y, result_multiply_2, result_multiply_3, first, r, s, t
