"""Sparse matrices beside SciPy's, on one thread: `python bench/sparse.py`.

A matrix of 100,000 rows and columns with a million entries. Both take turns; a ratio is SciPy's
processor time over ours, the median of the turns.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["DSLC_THREADS"] = "1"
sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
from scipy import sparse as scipy_sparse

import dslc
from dslc import COO, Sparse, Tensor, f64, i32
from dslc.sparse import csr_matmul, from_scipy

n, k, e = dslc.dims("n k e")
SIZE, ENTRIES, TURNS = 100_000, 1_000_000, 15


@dslc.jit
def times_vector(
    data: Tensor[f64, e], indices: Tensor[i32, e], indptr: Tensor[i32, n + 1], x: Tensor[f64, n]
) -> Any:
    return csr_matmul(data, indices, indptr, x)


@dslc.jit
def matrix_times_vector(a: Sparse[f64, n, n], x: Tensor[f64, n]) -> Any:
    return a @ x


@dslc.jit
def narrow_times_vector(
    a: Sparse[f64, n, n, i32],
    x: Tensor[f64, n],
) -> Any:
    return a @ x


@dslc.jit
def matrix_times_matrix(a: Sparse[f64, n, n], x: Tensor[f64, n, k]) -> Any:
    return a @ x


@dslc.jit
def matrix_times_transposed(a: Sparse[f64, n, n], x: Tensor[f64, k, n]) -> Any:
    return x @ a


@dslc.jit
def compressed(a: COO[f64, n, n]) -> Any:  # type: ignore[type-arg,valid-type]
    return a.to_csr()


def measure(name: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> None:
    """Print a row."""
    times: list[tuple[float, float]] = []
    for turn in range(TURNS + 1):
        found = []
        for run in (ours, theirs):
            start = time.process_time()
            run()
            found.append(time.process_time() - start)
        if turn:  # the first one compiles
            times.append((found[0], found[1]))
    own = statistics.median(time for time, _ in times)
    ratio = statistics.median(theirs / ours for ours, theirs in times)
    print(f"| {name} | {own * 1e3:.2f} ms | {ratio:.2f} |")


def main() -> None:
    random = np.random.default_rng(0)
    a: Any = scipy_sparse.random(SIZE, SIZE, density=ENTRIES / SIZE**2, format="csr", rng=random)
    b = a.tocoo()
    x, y = random.standard_normal(SIZE), random.standard_normal((SIZE, 16))
    own, places = from_scipy(a), from_scipy(b)
    turned = np.ascontiguousarray(y.T)
    print("| operation | ours | SciPy's time over ours |\n|---|---|---|")
    arrays = a.data, a.indices, a.indptr
    measure("csr_matmul, a vector, i32", lambda: times_vector(*arrays, x), lambda: a @ x)
    measure("CSR @ vector, i64", lambda: matrix_times_vector(own, x), lambda: a @ x)
    narrow = from_scipy(a, np.int32)
    measure("CSR @ vector, i32", lambda: narrow_times_vector(narrow, x), lambda: a @ x)
    measure("CSR @ matrix of 16 columns", lambda: matrix_times_matrix(own, y), lambda: a @ y)
    left = "matrix of 16 rows @ CSR"
    measure(left, lambda: matrix_times_transposed(own, turned), lambda: turned @ a)
    measure("COO to CSR", lambda: compressed(places), b.tocsr)


if __name__ == "__main__":
    main()
