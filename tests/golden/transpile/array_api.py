"""Functions of the array API standard: each is the op of NumPy that it is, or a few."""

from dslc import Tensor, array_api as xp, dims, f32, graph, i64

n, m = dims("n m")


@graph
def standardized(x: Tensor[f32, n, m], weights: Tensor[f32, n]):
    # Parameters have the names of the standard.
    centred = x - xp.mean(x, axis=1, keepdims=True)
    spread = xp.sqrt(xp.var(x, axis=1, correction=1, keepdims=True) + 1e-6)
    scaled = xp.clip(centred / spread, max=3.0)
    best = xp.sort(scaled, axis=1, descending=True)[:, :2]
    return xp.vecdot(scaled, scaled), best, xp.argsort(weights, descending=True), xp.ceil(x)


@graph
def tables(k: Tensor[i64, n]):
    found = xp.unique_counts(k)
    values, counts = found.values, found.counts
    both = xp.concat([xp.zeros((1,), dtype=xp.int64), xp.cumulative_sum(k)])
    rows, columns = xp.meshgrid(k, xp.arange(3))
    steps = xp.diff(k, append=k[:1])
    whole = xp.asarray([1, 2, 3], dtype=xp.float64)
    return values, counts, both, rows, columns, steps, xp.floor(k), whole, xp.eye(2)


@graph
def least_squares(a: Tensor[f32, n, 3], b: Tensor[f32, n]):
    q, r = xp.linalg.qr(a)
    u = xp.linalg.svd(r, full_matrices=False)
    return xp.linalg.vector_norm(xp.linalg.matmul(q.mT, b)), u.S, xp.fft.rfft(b).real
# --- calls ---
#: standardized(np.float32([[1, 2.5, -3], [0, 4, 1]]), np.float32([2, 2]))
#: standardized(np.float32([[nan, inf, -0.0]]), np.float32([-0.0]))
#: tables(np.array([3, 1, 3]))
#: tables(np.array([7]))
#: least_squares(np.float32([[1, 0, 0], [0, 2, 0], [0, 0, 3], [0, 0, 0]]), np.float32([1, 2, 3, 4]))
# --- emitted ---
# Written by `dslc build` from array_api.py: edit that file and build again.
"""Functions of the array API standard: each is the op of NumPy that it is, or a few."""

import dslc
from dslc import Tensor, array_api as xp, dims, f32, graph, i64

n, m = dims("n m")


@dslc.builder("array_api.py")
def standardized(g, x: Tensor[f32, n, m], weights: Tensor[f32, n]):
    g.lines(11, 12, 13, 14, 15)

    # Parameters have the names of the standard.
    g.at("centred = x - xp.mean(x, axis=1, keepdims=True)")
    centred_mean = g.mean(x, axis=1, keepdims=True)               # f32[n, 1]
    centred = g.subtract(x, centred_mean)                         # f32[n, m]

    g.at("spread = xp.sqrt(xp.var(x, axis=1, correction=1, keepdims=True) + 1e-6)")
    spread_var = g.var(x, axis=1, ddof=1, keepdims=True)          # f32[n, 1]
    spread_add = g.add(spread_var, 1e-6)                          # f32[n, 1]
    spread = g.sqrt(spread_add)                                   # f32[n, 1]

    g.at("scaled = xp.clip(centred / spread, max=3.0)")
    scaled_divide = g.divide(centred, spread)                     # f32[n, m]
    scaled = g.minimum(scaled_divide, 3.0)                        # f32[n, m]

    g.at("best = xp.sort(scaled, axis=1, descending=True)[:, :2]")
    best_sort = g.sort(scaled, axis=1, stable=True)               # f32[n, m]
    best_flip = g.flip(best_sort, axis=1)                         # f32[n, m]
    best = g.index(best_flip, g.s_[:, :2])                        # f32[n, min(m, 2)]

    g.at("return xp.vecdot(scaled, scaled), best, xp.argsort(weights, descending=True), xp.ceil(x)")
    result_vecdot = g.vecdot(scaled, scaled)                      # f32[n]
    result_argsort_descending = g.argsort_descending(weights)     # i64[n]
    result_ceil = g.ceil(x)                                       # f32[n, m]
    return result_vecdot, best, result_argsort_descending, result_ceil


@dslc.builder("array_api.py")
def tables(g, k: Tensor[i64, n]):
    g.lines(20, 22, 23, 24, 25, 26)

    g.at("found = xp.unique_counts(k)")
    found = g.unique_counts(k)                                    # i64[found_n], i64[found_n]

    values, counts = found.values, found.counts

    g.at("both = xp.concat([xp.zeros((1,), dtype=xp.int64), xp.cumulative_sum(k)])")
    both_zeros = g.zeros((1,), xp.int64)                          # i64[1]
    both_cumulative_sum = g.cumulative_sum(k)                     # i64[n]
    both = g.concat((both_zeros, both_cumulative_sum))            # i64[n + 1]

    g.at("rows, columns = xp.meshgrid(k, xp.arange(3))")
    rows_columns_arange = g.arange(3)                             # i64[3]
    rows, columns = g.meshgrid(k, rows_columns_arange)            # i64[3, n], i64[3, n]

    g.at("steps = xp.diff(k, append=k[:1])")
    steps_index = g.index(k, g.s_[:1])                            # i64[min(n, 1)]
    steps_concat = g.concat((k, steps_index), axis=-1)            # i64[n + min(n, 1)]
    steps = g.diff(steps_concat)                                  # i64[max(n + min(n, 1) - 1, 0)]

    g.at("whole = xp.asarray([1, 2, 3], dtype=xp.float64)")
    whole = g.array(1, 2, 3, dtype=xp.float64)                    # f64[3]

    g.at("return values, counts, both, rows, columns, steps, xp.floor(k), whole, xp.eye(2)")
    result_positive = g.positive(k)                               # i64[n]
    result_eye = g.eye(2)                                         # f64[2, 2]
    return values, counts, both, rows, columns, steps, result_positive, whole, result_eye


@dslc.builder("array_api.py")
def least_squares(g, a: Tensor[f32, n, 3], b: Tensor[f32, n]):
    g.lines(31, 32, 33)

    g.at("q, r = xp.linalg.qr(a)")
    q, r = g.qr(a)                                                # f32[n, min(n, 3)], f32[min(n, 3), 3]

    g.at("u = xp.linalg.svd(r, full_matrices=False)")
    u = g.svd(r, full_matrices=False)                             # f32[min(n, 3), min(n, 3)], f32[min(n, 3)], f32[min(n, 3), 3]

    g.at("return xp.linalg.vector_norm(xp.linalg.matmul(q.mT, b)), u.S, xp.fft.rfft(b).real")
    result_matrix_transpose = g.matrix_transpose(q)               # f32[min(n, 3), n]
    result_matmul = g.matmul(result_matrix_transpose, b)          # f32[min(n, 3)]
    result_vector_norm = g.vector_norm(result_matmul)             # f32
    result_rfft = g.rfft(b, norm="backward")                      # c64[n//2 + 1]
    result_real = g.real(result_rfft)                             # f32[n//2 + 1]
    return result_vector_norm, u.S, result_real
