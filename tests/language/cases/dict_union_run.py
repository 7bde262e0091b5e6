# construct: two dicts as one
# nodes: BinOp BitOr
# time: run
# status: supported
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    old = {"a": x, "b": x + k}
    new = old | {"b": k, "c": old["b"]}  # <--
    new["a"] = k + 1
    both = {**new} | old
    return new["a"], new["b"], new["c"], old["b"], both["a"], len(both), [*both]
# --- calls ---
#: f(np.float32([1, 2]), 3)
# --- emitted ---
@dslc.builder("dict_union_run.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(8)

    g.at('old = {"a": x, "b": x + k}')
    old_add = g.add(x, k)                                         # f32[n]
    old = {"a": x, "b": old_add}

    new = {"a": old["a"], "b": k, "c": old["b"]}
    new["a"] = k + 1
    both = {"a": old["a"], "b": old["b"], "c": new["c"]}

    return new["a"], new["b"], new["c"], old["b"], both["a"], len(both), ["a", "b", "c"]
