"""Kernels of PolyBench and NPBench that are loops over elements, and the like of them."""

import numpy as np

import dslc
from dslc import Tensor, f64, graph, i64, u8

m, n = dslc.dims("m n")


@graph
def floyd_warshall(given: Tensor[i64, n, n]):
    """The lengths of the shortest paths between all nodes."""
    path = given.copy()
    for k in range(path.shape[0]):
        for i in range(path.shape[0]):
            for j in range(path.shape[0]):
                path[i, j] = min(path[i, j], path[i, k] + path[k, j])
    return path


@graph
def floyd_warshall_rows(given: Tensor[i64, n, n]):
    """The same, a matrix at a time."""
    path = given.copy()
    for k in range(path.shape[0]):
        path = np.minimum(path, path[:, k][:, None] + path[k][None, :])
    return path


@graph
def cholesky(given: Tensor[f64, n, n]):
    """The lower factor of a positive definite matrix."""
    a = given.copy()
    for i in range(a.shape[0]):
        for j in range(i):
            total = a[i, j]
            for k in range(j):
                total -= a[i, k] * a[j, k]
            a[i, j] = total / a[j, j]
        total = a[i, i]
        for k in range(i):
            total -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(total)
    return a


@graph
def ludcmp(given: Tensor[f64, n, n], b: Tensor[f64, n]):
    """The solution of a system by its LU decomposition."""
    a = given.copy()
    size = a.shape[0]
    for i in range(size):
        for j in range(i):
            total = a[i, j]
            for k in range(j):
                total -= a[i, k] * a[k, j]
            a[i, j] = total / a[j, j]
        for j in range(i, size):
            total = a[i, j]
            for k in range(i):
                total -= a[i, k] * a[k, j]
            a[i, j] = total
    y = np.zeros_like(b)
    for i in range(size):
        total = b[i]
        for j in range(i):
            total -= a[i, j] * y[j]
        y[i] = total
    x = np.zeros_like(b)
    for back in range(size):
        i = size - 1 - back
        total = y[i]
        for j in range(i + 1, size):
            total -= a[i, j] * x[j]
        x[i] = total / a[i, i]
    return x


@graph
def trisolv(lower: Tensor[f64, n, n], b: Tensor[f64, n]):
    """The solution of a triangular system."""
    x = np.zeros_like(b)
    for i in range(b.shape[0]):
        x[i] = (b[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    return x


@graph
def durbin(r: Tensor[f64, n]):
    """The solution of the Yule-Walker equations."""
    y = np.zeros_like(r)
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k in range(1, r.shape[0]):
        beta *= 1.0 - alpha * alpha
        total = r[k]
        for i in range(k):
            total += r[k - i - 1] * y[i]
        alpha = -total / beta
        z = y.copy()
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        z[k] = alpha
        y = z
    return y


@graph
def seidel_2d(steps: int, given: Tensor[f64, n, n]):
    """Gauss-Seidel sweeps of a stencil of nine points, in place."""
    a = given.copy()
    size = a.shape[0]
    for _ in range(steps):
        for i in range(1, size - 1):
            for j in range(1, size - 1):
                a[i, j] = (
                    a[i - 1, j - 1]
                    + a[i - 1, j]
                    + a[i - 1, j + 1]
                    + a[i, j - 1]
                    + a[i, j]
                    + a[i, j + 1]
                    + a[i + 1, j - 1]
                    + a[i + 1, j]
                    + a[i + 1, j + 1]
                ) / 9.0
    return a


@graph
def nussinov(bases: Tensor[i64, n]):
    """The most pairs in the folding of an RNA sequence."""
    size = bases.shape[0]
    table = np.zeros((size, size), np.int64)
    for back in range(size):
        i = size - 1 - back
        for j in range(i + 1, size):
            best = table[i, j]
            if j > 0:
                best = max(best, table[i, j - 1])
            if i + 1 < size:
                best = max(best, table[i + 1, j])
            if j > 0 and i + 1 < size:
                pair = table[i + 1, j - 1]
                if i < j - 1 and bases[i] + bases[j] == 3:
                    pair += 1
                best = max(best, pair)
            for k in range(i + 1, j):
                best = max(best, table[i, k] + table[k + 1, j])
            table[i, j] = best
    return table


@graph
def smith_waterman(a: Tensor[i64, m], b: Tensor[i64, n]):
    """The best score of a local alignment of two sequences."""
    before = np.zeros(b.shape[0] + 1, np.int64)
    best = 0
    for i in range(a.shape[0]):
        row = np.zeros_like(before)
        for j in range(b.shape[0]):
            same = 2 if a[i] == b[j] else -1
            score = max(0, before[j] + same, before[j + 1] - 1, row[j] - 1)
            row[j + 1] = score
            best = max(best, score)
        before = row
    return best


@graph
def crc16(data: Tensor[u8, n], poly: int):
    """The checksum of bytes, bit by bit."""
    crc = 0xFFFF
    for i in range(data.shape[0]):
        byte = int(data[i])
        for _ in range(8):
            if (crc & 1) ^ (byte & 1):
                crc = (crc >> 1) ^ poly
            else:
                crc >>= 1
            byte >>= 1
    crc = (~crc & 0xFFFF) & 0xFFFF
    return ((crc << 8) | ((crc >> 8) & 0xFF)) & 0xFFFF


@graph
def mandelbrot(height: int, width: int, limit: int):
    """Steps until each point is farther than 2 from the origin."""
    step_x, step_y = 3.0 / width, 2.4 / height
    steps = np.zeros((height, width), np.int32)
    for row in range(height):
        for column in range(width):
            re, im = -2.0 + column * step_x, -1.2 + row * step_y
            x = 0.0
            y = 0.0
            count = 0
            while count < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + re, 2.0 * x * y + im
                count += 1
            steps[row, column] = count
    return steps
