"""Linear algebra of PolyBench: products of matrices and vectors, and what is around them."""

import numpy as np

import dslc
from dslc import Tensor, f32, f64, graph

m, n, k = dslc.dims("m n k")


@graph
def matmul(a: Tensor[f32, m, k], b: Tensor[f32, k, n]):
    """A product."""
    return a @ b


@graph
def matmul_transposed(a: Tensor[f32, m, k], b: Tensor[f32, n, k]):
    """A product with a transposed operand, as of weights `[outputs, inputs]`."""
    return a @ b.T


@graph
def atax(a: Tensor[f64, m, n], x: Tensor[f64, n]):
    """`A' A x`."""
    return (a @ x) @ a


@graph
def bicg(a: Tensor[f64, m, n], p: Tensor[f64, n], r: Tensor[f64, m]):
    """The two products of a step of BiCG."""
    return r @ a, a @ p


@graph
def mvt(a: Tensor[f64, n, n], y: Tensor[f64, n], z: Tensor[f64, n]):
    """A product with a matrix and one with its transpose."""
    return a @ y, z @ a


@graph
def gemver(
    alpha: float,
    beta: float,
    given: Tensor[f64, n, n],
    u1: Tensor[f64, n],
    v1: Tensor[f64, n],
    u2: Tensor[f64, n],
    v2: Tensor[f64, n],
    y: Tensor[f64, n],
    z: Tensor[f64, n],
):
    """Two updates of rank one, and two products."""
    a = given + u1[:, None] * v1[None, :] + u2[:, None] * v2[None, :]
    x = beta * (y @ a) + z
    return alpha * (a @ x), x


@graph
def syrk(alpha: float, beta: float, c: Tensor[f64, n, n], a: Tensor[f64, n, m]):
    """A symmetric update, its lower half."""
    out = c.copy()
    for i in range(a.shape[0]):
        out[i, : i + 1] *= beta
        for j in range(a.shape[1]):
            out[i, : i + 1] += alpha * a[i, j] * a[: i + 1, j]
    return out


@graph
def covariance(data: Tensor[f64, m, n]):
    """The covariance of columns."""
    centred = data - np.sum(data, axis=0) / data.shape[0]
    return centred.T @ centred / (data.shape[0] - 1.0)


@graph
def correlation(data: Tensor[f64, m, n]):
    """The correlation of columns."""
    rows = data.shape[0]
    centred = data - np.sum(data, axis=0) / rows
    spread = np.sqrt(np.sum(centred * centred, axis=0) / rows)
    spread = np.where(spread <= 0.1, 1.0, spread)
    scaled = centred / (np.sqrt(rows) * spread)
    return scaled.T @ scaled


@graph
def gramschmidt(given: Tensor[f64, m, n]):
    """An orthonormal basis, and the factor that gives the columns back."""
    a = given.copy()
    q = np.zeros_like(a)
    columns = a.shape[1]
    r = np.zeros((columns, columns))
    for j in range(columns):
        length = np.sqrt(np.sum(a[:, j] * a[:, j]))
        r[j, j] = length
        q[:, j] = a[:, j] / length
        for i in range(j + 1, columns):
            r[j, i] = np.sum(q[:, j] * a[:, i])
            a[:, i] -= q[:, j] * r[j, i]
    return q, r


@graph
def scattering(green: Tensor[f64, k, n, n], coupling: Tensor[f64, m, n, n], energies: int):
    """The shape of scattering self-energies: small products, added up over energies and modes."""
    total = np.zeros_like(green)
    for e in range(energies):
        for mode in range(coupling.shape[0]):
            if e >= mode:
                total[e] += coupling[mode] @ green[e - mode] @ coupling[mode]
    return total


@graph
def power_iteration(a: Tensor[f32, n, n], v: Tensor[f32, n], tol: float, limit: int):
    """The dominant eigenvalue of a matrix."""
    value = np.float32(0.0)
    for _ in range(limit):
        w = a @ v
        before = value
        value = np.sqrt(np.sum(w * w))
        v = w / value
        if np.abs(value - before) <= tol * value:
            break
    return value
