# construct: `sum`, `any`, `all`, `min`, `max` of a generator expression
# nodes: Call GeneratorExp
# time: run
# status: supported
import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], u: Scalar[f32], k: int, ws: list[Tensor[f32, n]]):
    total = sum(w * k for w in ws)  # <--
    some = any(k > i for i in (1, 2)), all(np.all(w > 0) for w in ws), any(w[0] > 0 for w in ())
    best = max(k - i for i in (1, 2)), min((u * i for i in range(0)), default=u)
    some = *some, sum(k - i for i in range(6))
    return total, some, best, sum((u * i for i in range(6)), u), all(k != i for i in range(5))
# --- calls ---
#: f(np.float32([1, 2]), np.float32(3), 2, [np.float32([1, -0.0]), np.float32([np.nan, 1])])
#: f(np.float32([]), np.float32(0.1), 7, [])
# --- emitted ---
@dslc.builder("sum_generator_run.py")
def f(g, x: Tensor[f32, n], u: Scalar[f32], k: int, ws: list[Tensor[f32, n]]):
    g.lines(10, 11, 12, 13, 14)

    g.at("total = sum(w * k for w in ws)")
    total_items = [g.multiply(w, k) for w in ws]                  # f32[n]
    total = 0
    for each in total_items:
        total = g.add(total, each)                                # f32[n]

    g.at("some = any(k > i for i in (1, 2)), all(np.all(w > 0) for w in ws), any(w[0] > 0 for w...")
    some_items = [g.greater(k, i) for i in (1, 2)]                # bool
    some_or = g.or_(some_items[0], some_items[1])                 # bool

    def some_items_2_item(w):
        some_greater_2 = g.greater(w, 0)                          # bool_[n]
        some_all = g.all(some_greater_2)                          # bool_
        return some_all

    some_items_2 = [some_items_2_item(w) for w in ws]
    some_all_2 = True
    for each in some_items_2:
        some_all_2 = g.and_(some_all_2, each)                     # bool
    some = (some_or, some_all_2, any(w[0] > 0 for w in ()))

    g.at("best = max(k - i for i in (1, 2)), min((u * i for i in range(0)), default=u)")
    best_items = [k - i for i in (1, 2)]
    best_items_2 = [g.multiply(u, i) for i in range(0)]
    best = (g.dim_max(best_items[0], best_items[1]), u)

    g.at("some = *some, sum(k - i for i in range(6))")
    some_items = [k - i for i in range(6)]
    some_sum = 0
    for each in some_items:
        some_sum = some_sum + each
    some = (some[0], some[1], some[2], some_sum)

    g.at("return total, some, best, sum((u * i for i in range(6)), u), all(k != i for i in rang...")
    result_items = [g.multiply(u, i) for i in range(6)]           # f32
    result_sum = u
    for each in result_items:
        result_sum = g.add(result_sum, each)                      # f32
    result_items_2 = [g.not_equal(k, i) for i in range(5)]        # bool
    result_all = True
    for each_2 in result_items_2:
        result_all = g.and_(result_all, each_2)                   # bool
    return total, some, best, result_sum, result_all
