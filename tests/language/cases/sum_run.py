# construct: `sum` of a tuple or list
# nodes: Call
# time: run
# status: supported
# note: One addition after the other, from `0` on, as in Python: -0.0 alone gives 0.0.
from dslc import Scalar, Tensor, dims, f32, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], u: Scalar[f64], k: int, rows: list[Tensor[f32, n]]):
    total = sum((u, u, k))  # <--
    return total, sum([x, x * k]), sum((k, k > 2)), sum((x,)), sum(()), sum(rows), sum(rows, u)


@graph
def floats(p: float, q: float, k: int):
    return sum((p, q)), sum((k, k, p, k)), sum((p,)), sum((k,), start=q), sum((p,), k)
# --- calls ---
#: f(np.float32([1, -0.0]), np.float64(-0.0), 3, [np.float32([1, -0.0])])
#: f(np.float32([np.nan]), np.float64(1e308), 0, [np.float32([1]), np.float32([2])])
#: f(np.float32([]), np.float64(2), -3, [])
#: floats(-0.0, -0.0, 3)
#: floats(1e16, 1.0, 2**53 + 1)
#: floats(np.inf, -np.inf, -(2**62))
# --- emitted ---
@dslc.builder("sum_run.py")
def f(g, x: Tensor[f32, n], u: Scalar[f64], k: int, rows: list[Tensor[f32, n]]):
    g.lines(8, 9)

    g.at("total = sum((u, u, k))")
    total_add = g.add(0, u)                                       # f64
    total_add_2 = g.add(total_add, u)                             # f64
    total = g.add(total_add_2, k)                                 # f64

    g.at("return total, sum([x, x * k]), sum((k, k > 2)), sum((x,)), sum(()), sum(rows), sum(ro...")
    result_multiply = g.multiply(x, k)                            # f32[n]
    result_add = g.add(0, x)                                      # f32[n]
    result_add_2 = g.add(result_add, result_multiply)             # f32[n]
    result_greater = g.greater(k, 2)                              # bool
    result_add_3 = g.add(k, result_greater)                       # int
    result_add_4 = g.add(0, x)                                    # f32[n]
    result_sum = 0
    for each in rows:
        result_sum = g.add(result_sum, each)                      # f32[n]
    result_sum_2 = u
    for each_2 in rows:
        result_sum_2 = g.add(result_sum_2, each_2)                # f64[n]
    return total, result_add_2, result_add_3, result_add_4, sum(()), result_sum, result_sum_2


@dslc.builder("sum_run.py")
def floats(g, p: float, q: float, k: int):
    g.lines(14)

    g.at("return sum((p, q)), sum((k, k, p, k)), sum((p,)), sum((k,), start=q), sum((p,), k)")
    result_add = g.add(0, p)                                      # float
    result_add_2 = g.add(result_add, q)                           # float
    result_add_3 = g.add(k + k, p)                                # float
    result_add_4 = g.add(result_add_3, k)                         # float
    result_add_5 = g.add(0, p)                                    # float
    result_add_6 = g.add(q, k)                                    # float
    result_add_7 = g.add(k, p)                                    # float
    return result_add_2, result_add_4, result_add_5, result_add_6, result_add_7
