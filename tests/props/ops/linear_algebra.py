"""Drawn calls of linear algebra: mostly matrices that have what is asked, in stacks at times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, COMPLEX, FLOATS
from dslc.ir.op import Op
from dslc.ir.ops.library import LIBRARY

from .drawing import Call, Rng, draw_array, draw_shape, pick, spelled

DTYPES = [BY_NAME[name] for name in ("f32", "f64", "f64", "c64", "c128", "i64", "bool_", "f16")]


def draw_matrix(rng: Rng, rows: int, columns: int, dtype: np.dtype | None = None) -> np.ndarray:
    """A matrix or a stack of some, laid out in memory in one of several ways."""
    dtype = pick(rng, DTYPES) if dtype is None else dtype
    stack = pick(rng, [(), (), (), (2,), (1, 3), (0,)])
    found = rng.standard_normal((*stack, rows, columns)) * 3
    if dtype in COMPLEX:
        found = found + 1j * rng.standard_normal(found.shape)
    found = np.round(found, 1).astype(dtype)
    if rng.random() < 0.05 and dtype in (*FLOATS, *COMPLEX):
        found[..., :1, :] = pick(rng, [np.nan, np.inf, 0.0])
    kind = rng.integers(3)
    if kind == 0:
        return found[..., ::-1, ::-1]
    return np.swapaxes(np.swapaxes(found, -1, -2).copy(), -1, -2) if kind == 1 else found


def draw_size(rng: Rng) -> int:
    return int(pick(rng, [0, 1, 2, 3, 3, 4]))


def draw_square(rng: Rng) -> np.ndarray:
    if rng.random() < 0.1:
        return draw_array(rng, draw_shape(rng))
    size = draw_size(rng)
    return draw_matrix(rng, size, size if rng.random() < 0.95 else draw_size(rng))


def draw_definite(rng: Rng) -> np.ndarray:
    a = draw_square(rng)
    if a.ndim < 2 or a.shape[-2] != a.shape[-1] or rng.random() < 0.2:
        return a
    with np.errstate(all="ignore"):
        return np.asarray(np.conj(np.swapaxes(a, -1, -2)) @ a + np.eye(a.shape[-1], dtype=a.dtype))


def draw_any(rng: Rng) -> np.ndarray:
    if rng.random() < 0.1:
        return draw_array(rng, draw_shape(rng))
    return draw_matrix(rng, draw_size(rng), draw_size(rng))


CHOICES: dict[str, list[Any]] = {
    "upper": [False, True],
    "UPLO": ["L", "U", "l", "x"],
    "mode": ["reduced", "complete", "r", "x"],
    "full_matrices": [True, False],
    "compute_uv": [True, False],
    "hermitian": [False, False, True],
    "rcond": [None, 1e-3, 0.5],
    "tol": [None, 0.5, 1],
    "p": [None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc", 3],
    "n": [0, 1, 2, 3, 4, 5, 7, -1, -2],
    "offset": [0, 1, -1, 3],
    "ind": [1, 2, 0],
}


def attributes_of(record: Op, rng: Rng) -> dict[str, Any]:
    names = [name for name in record.attributes if name in CHOICES and rng.random() < 0.7]
    return {name: pick(rng, CHOICES[name]) for name in names}


def of_square(record: Op, rng: Rng) -> Call:
    attributes = attributes_of(record, rng)
    if "n" in record.attributes:
        attributes["n"] = pick(rng, CHOICES["n"])
    return spelled(record, Call([draw_square(rng)], attributes))


def of_definite(record: Op, rng: Rng) -> Call:
    return spelled(record, Call([draw_definite(rng)], attributes_of(record, rng)))


def of_any(record: Op, rng: Rng) -> Call:
    attributes = attributes_of(record, rng)
    a = draw_square(rng) if attributes.get("hermitian") else draw_any(rng)
    if "rtol" in record.attributes and not {"rcond", "tol"} & attributes.keys():
        attributes.update(pick(rng, [{}, {"rtol": None}, {"rtol": 0.1}]))
    return spelled(record, Call([a], attributes))


def of_complex(record: Op, rng: Rng) -> Call:
    a = draw_square(rng)
    if rng.random() < 0.9:
        a = a.astype(pick(rng, COMPLEX))
    return spelled(record, Call([a]))


def solve(record: Op, rng: Rng) -> Call:
    a = draw_square(rng) if record.name == "solve" else draw_any(rng)
    rows = a.shape[-2] if a.ndim > 1 and rng.random() < 0.95 else 2
    b = draw_matrix(rng, rows, draw_size(rng))
    if record.name == "lstsq" and rng.random() < 0.9:
        while a.ndim > 2:
            a = a[0] if len(a) else np.zeros(a.shape[1:], a.dtype)
        while b.ndim > 2:
            b = b[0] if len(b) else np.zeros(b.shape[1:], b.dtype)
    if rng.random() < 0.4:
        b = draw_array(rng, (rows,), pick(rng, DTYPES))
    return spelled(record, Call([a, b], attributes_of(record, rng)))


def tensors(record: Op, rng: Rng) -> Call:
    """Whole numbers on the diagonal of what becomes the matrix."""
    size = int(pick(rng, [1, 2, 4]))
    split = [(size,), (size, 1)] + ([(2, 2)] if size == 4 else [])
    left, right = pick(rng, split), pick(rng, split)
    a = (np.eye(size) * rng.integers(1, 5, size)).reshape(*left, *right)
    if record.name == "tensorinv":
        return spelled(record, Call([a], {"ind": int(rng.choice([len(left), len(left), 1, 0]))}))
    axes = pick(rng, [None, None, (0,), [0, 1]])
    b = draw_array(rng, left if rng.random() < 0.9 else (3,), BY_NAME["f64"])
    return spelled(record, Call([a, b], {} if axes is None else {"axes": axes}))


def draw_whole(rng: Rng, shape: tuple[int, ...]) -> np.ndarray:
    """Small whole numbers, whose squares and sums are exact in any order."""
    dtype = BY_NAME[pick(rng, ["f32", "f64", "i64", "c128", "f16", "bool_"])]
    found = rng.integers(-2, 3, shape)
    return (found * (1 + 1j) if dtype in COMPLEX else found).astype(dtype)


def norm(record: Op, rng: Rng) -> Call:
    x = draw_whole(rng, draw_shape(rng))
    axes = [None, None, 0, -1, (0, 1), (-1, -2), (0, 0), (0,), 5]
    orders = [None, 2, 1, 0, np.inf, -np.inf, -1, -2, 3, 0.5, "fro", "nuc", "f", "x"]
    choices = {"axis": axes, "ord": orders, "keepdims": [True, False]}
    names = [name for name in record.attributes if rng.random() < 0.7]
    return spelled(record, Call([x], {name: pick(rng, choices[name]) for name in names}))


def chain(record: Op, rng: Rng) -> Call:
    sizes = [int(size) for size in rng.integers(0, 5, 6)]
    count = int(rng.integers(1, 6))
    arrays = [draw_whole(rng, (sizes[i], sizes[i + 1])) for i in range(count)]
    if rng.random() < 0.3:
        arrays[0] = draw_whole(rng, arrays[0].shape[1:])
    if rng.random() < 0.3 and arrays[-1].ndim == 2:
        arrays[-1] = draw_whole(rng, arrays[-1].shape[:1])
    return spelled(record, Call(arrays), arrays)


def vectors(record: Op, rng: Rng) -> Call:
    if record.name == "vector_cross":
        shape = (*draw_shape(rng, 1), 3 if rng.random() < 0.9 else 2)
        return spelled(record, Call([draw_whole(rng, shape) for _ in range(2)]))
    shapes = [(2,), (3,), (0,), (2, 2)] if rng.random() < 0.2 else [(2,), (3,), (0,)]
    return spelled(record, Call([draw_whole(rng, pick(rng, shapes)) for _ in range(2)]))


def diagonal(record: Op, rng: Rng) -> Call:
    return spelled(record, Call([draw_array(rng, draw_shape(rng))], attributes_of(record, rng)))


def is_odd(record: str, values: list[Any]) -> bool:
    """What NumPy takes as it happens, which ops document to refuse."""
    dtypes = [value.dtype for value in values]
    if BY_NAME["bf16"] in dtypes:  # of f64
        return True
    if record in ("eig", "eigvals"):  # real or complex by their values
        return dtypes[0] not in COMPLEX
    if record == "pinv":  # of another dtype where there are no elements
        return dtypes[0].kind in "biu" or dtypes[0].itemsize == 2
    return np.ndim(values[0]) == 0 or (record == "matrix_rank" and np.ndim(values[0]) == 1)


REFUSED_MATRICES: dict[str, Callable[..., bool]] = {
    name: lambda v, t, a, name=name: is_odd(name, v)
    for name in (*LIBRARY, "norm", "vector_norm", "matrix_norm", "matrix_power", "svdvals")
}

LINEAR_ALGEBRA: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("inv", "det", "slogdet", "matrix_power"), of_square),
    **dict.fromkeys(("cholesky", "eigh", "eigvalsh"), of_definite),
    **dict.fromkeys(("qr", "svd", "svdvals", "pinv", "cond", "matrix_rank"), of_any),
    **dict.fromkeys(("eig", "eigvals"), of_complex),
    **dict.fromkeys(("solve", "lstsq"), solve),
    **dict.fromkeys(("tensorsolve", "tensorinv"), tensors),
    **dict.fromkeys(("norm", "vector_norm", "matrix_norm"), norm),
    **dict.fromkeys(("vector_outer", "vector_cross"), vectors),
    **dict.fromkeys(("matrix_diagonal", "matrix_trace"), diagonal),
    "multi_dot": chain,
}
"""How a call of each op is drawn."""
