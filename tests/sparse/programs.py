"""Programs on sparse matrices."""

import numpy as np

import dslc
from dslc import COO, CSR, Scalar, Sparse, Tensor, f32, f64, graph, i32, i64, sparse

n, m, k = dslc.dims("n m k")
coo = "coo"


@graph
def products(a: Sparse[f64, n, m], x: Tensor[f64, m], y: Tensor[f64, m, k], z: Tensor[f64, k, n]):
    return a @ x, a @ y, z @ a, a.T @ z.T, z[0] @ a


@graph
def products_of_places(a: Sparse[f64, n, m, coo], y: Tensor[f64, m, k], z: Tensor[f64, k, n]):
    return a @ y, z @ a, a.T @ z.T, np.matmul(z, a)


@graph
def formats(a: COO[f64, n, m], b: CSR[f64, n, m]):
    return a.to_csr(), b.to_coo(), a.to_dense(), b.to_dense(), a.T.to_csr(), b.T


@graph
def sums(a: CSR[f64, n, m], b: COO[f64, n, m]):
    by_rows = a.sum(1), b.sum(-1), np.sum(b, axis=1)
    by_columns = a.sum(0), b.sum(axis=-2), np.sum(a, 0)
    return a.sum(), by_rows, by_columns


@graph
def means(a: CSR[f64, n, m]):
    return a.mean(), np.mean(a, axis=0), a.mean(axis=-1)


@graph
def extremes(a: CSR[f64, n, m], b: COO[f64, n, m]):
    return a.max(), b.min(), a.min(axis=0), np.max(a, axis=1), b.max(0), np.min(b, axis=-1)


@graph
def elements(a: CSR[f64, n, m], x: Tensor[f64, n, m], row: Tensor[f64, m], c: Scalar[f64]):
    scaled = 2.0 * a, a * c, -a, a / c
    return scaled, a * x, x * a, row * a, a / row, np.multiply(a, np.sum(x, axis=1, keepdims=True))


@graph
def functions(a: COO[f64, n, m]):
    return abs(a), np.sin(a), np.square(a)


@graph
def added(a: CSR[f64, n, m], b: COO[f64, n, m]):
    return a + b, b - a, (a + b).sum_duplicates(), b.sum_duplicates()


@graph
def sampled(a: CSR[f64, n, m], x: Tensor[f64, n, k], y: Tensor[f64, k, m]):
    return a.sampled_matmul(x, y)


@graph
def from_array(x: Tensor[f64, n, m]):
    a = sparse.from_dense(x)
    return a, a.nnz, a.shape


@graph
def made(data: Tensor[f64, k], rows: Tensor[i64, k], columns: Tensor[i64, k], x: Tensor[f64, n, m]):
    a = sparse.coo(data, rows, columns, x.shape)
    return a, a @ x.T


@graph
def of_narrow_indices(a: Sparse[f64, n, m, i32], b: Sparse[f64, n, m, coo, i32], x: Tensor[f64, m]):
    return a @ x, a.sum(0), 2.0 * a, a.T, b.to_csr(), a + b


@graph
def integers(a: CSR[dslc.i8, n, m], b: COO[dslc.u16, n, m]):
    return a.sum(), a.sum(0), a.sum(1), b.sum(0), b.sum(1)


@graph
def diffused(a: CSR[f32, n, n], x: Tensor[f32, n, k], steps: int):
    """A matrix that a loop reads, and one that it carries."""
    b = a
    for _ in range(steps):
        x = 0.5 * x + b @ x
        b = b * 0.5
    if steps > 2:
        b = -b
    return x, b


@graph
def loss(a: CSR[f64, n, m], x: Tensor[f64, m, k]):
    return np.sum(np.square(a @ x)) + a.sum()
