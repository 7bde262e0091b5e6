"""Norms of vectors and matrices, and what follows from singular values."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_complex, is_float
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import Type

from . import attributes
from .decompositions import svdvals
from .library import BF16, library_dtypes, matrices, square
from .rules import element

# --- norms --------------------------------------------------------------------------------------


@op(call="x, ord, axis, keepdims", numpy=("linalg.norm",), strong=False)
def norm(x: Any, *, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The norm of vectors along an axis, or of matrices along two; of all elements without axes.

    `ord` None is the root of the sum of squares. Of vectors a number p is sum(abs(x)**p)**(1/p),
    inf and -inf the greatest and least absolute value, 0 how many are not 0. Of matrices 1 and -1
    are the greatest and least sum of a column, inf and -inf of a row, 2 and -2 the greatest and
    least singular value, "nuc" the sum of these, "fro" the root of the sum of squares.

    >>> np.linalg.norm(np.array([3.0, -4.0]))
    np.float64(5.0)
    """
    return np.linalg.norm(x, ord, axis, keepdims)


@norm.expansion
def _(x: Any, *, ord: Any, axis: Any, keepdims: Any) -> Any:
    keepdims = attributes.flag(keepdims, "`keepdims`")
    ord = ord if ord is None or isinstance(ord, str) else attributes.number(ord, "`ord`")
    x = _inexact(x)
    whole = ord is None or (ord in ("f", "fro") and x.ndim == 2) or (ord == 2 and x.ndim == 1)
    if axis is None and whole:
        found = np.sqrt(_square_of(x if x.ndim == 1 else np.ravel(x)))
        return np.broadcast_to(found, (1,) * x.ndim) if keepdims and x.ndim else found
    axes = tuple(range(x.ndim)) if axis is None else axis
    axes = axes if isinstance(axes, tuple) else (axes,)
    axes = tuple(attributes.axis(each, x.ndim, "`norm`") for each in axes)
    if len(axes) == 1:
        return _of_vectors(x, ord, axes[0], keepdims)
    if len(axes) != 2 or axes[0] == axes[1]:
        raise RuleError("argument-mismatch", "`norm` is along one axis or two different ones")
    found = _of_matrices(x, ord, *axes)
    return _kept(found, axes, x.ndim) if keepdims else found


def _kept(found: Any, axes: tuple[int, ...], rank: int) -> Any:
    """A result with the axes that it was taken along, each of size 1."""
    if len(axes) == rank:
        return np.broadcast_to(found, (1,) * rank) if rank else found
    return np.expand_dims(found, axes)


def _inexact(x: Any) -> Any:
    """An array of floats or complex numbers."""
    if getattr(x, "dtype", None) is None or x.dtype == BF16:
        raise RuleError("dtype-mismatch", "`norm` needs an array, which is not of bf16")
    return x if is_float(x.dtype) or is_complex(x.dtype) else x.astype(np.float64)


def _square_of(x: Any) -> Any:
    """The sum of the squared absolute values of a vector."""
    if is_complex(x.dtype):
        return np.real(x) @ np.real(x) + np.imag(x) @ np.imag(x)
    return x @ x


def _squares(x: Any) -> Any:
    return np.real(np.conj(x) * x) if is_complex(x.dtype) else x * x


@cache
def _least_of_none() -> dict[str, Any]:
    """How `max` begins in norms: NumPy has those of nothing since 2.3."""
    try:
        np.linalg.norm(np.zeros(0), np.inf)
    except ValueError:
        return {}
    return {"initial": 0}


def _of_vectors(x: Any, ord: Any, axis: int, keepdims: bool) -> Any:
    along: Any = {"axis": axis, "keepdims": keepdims}
    if isinstance(ord, str):
        raise RuleError("argument-mismatch", f"`{ord}` is no norm of vectors")
    if ord == math.inf:
        return np.max(np.abs(x), **along, **_least_of_none())
    if ord == -math.inf:
        return np.min(np.abs(x), **along)
    if ord == 0:
        return np.sum(np.not_equal(x, 0).astype(np.abs(x).dtype), **along)
    if ord == 1:
        return np.sum(np.abs(x), **along)
    if ord is None or ord == 2:
        return np.sqrt(np.sum(_squares(x), **along))
    found = np.sum(np.abs(x) ** ord, **along)
    return found ** np.reciprocal(ord, dtype=found.dtype)


def _of_matrices(x: Any, ord: Any, row: int, column: int) -> Any:
    if ord in (None, "fro", "f"):
        return np.sqrt(np.sum(_squares(x), axis=(row, column)))
    if ord in (2, -2, "nuc"):
        in_place = (row, column) == (x.ndim - 2, x.ndim - 1)
        values = svdvals(x if in_place else np.moveaxis(x, (row, column), (-2, -1)))
        if ord == -2:
            return np.min(values, axis=-1)
        if ord == "nuc":
            return np.sum(values, axis=-1)
        return np.max(values, axis=-1, **_least_of_none())
    if ord not in (1, -1, math.inf, -math.inf):
        raise RuleError("argument-mismatch", f"`{ord}` is no norm of matrices")
    summed, other = (row, column) if abs(ord) == 1 else (column, row)
    sums = np.sum(np.abs(x), axis=summed)
    other -= other > summed
    if ord < 0:
        return np.min(sums, axis=other)
    return np.max(sums, axis=other, **_least_of_none())


@op(call="x, axis, keepdims, ord", numpy=("linalg.vector_norm",), strong=False)
def vector_norm(x: Any, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """The norm of vectors along one axis or several, of all elements without; `ord` as in `norm`.

    >>> np.linalg.vector_norm(np.array([[3.0, -4.0], [0.0, 1.0]]), axis=1, ord=1)
    array([7., 1.])
    """
    return np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


@vector_norm.expansion
def _(x: Any, *, axis: Any, keepdims: Any, ord: Any) -> Any:
    if axis is None:
        axes, found = tuple(range(x.ndim)), norm(np.reshape(x, (-1,)), ord=ord, axis=0)
    elif isinstance(axis, tuple):
        axes = tuple(attributes.axis(each, x.ndim, "`vector_norm`") for each in axis)
        if len(set(axes)) < len(axes):
            raise RuleError("argument-mismatch", "`vector_norm` is given an axis twice")
        rest = tuple(n for n in range(x.ndim) if n not in axes)
        moved = np.transpose(x, (*axes, *rest))
        size = math.prod((x.shape[n] for n in axes), start=1)
        found = norm(np.reshape(moved, (size, *(x.shape[n] for n in rest))), ord=ord, axis=0)
    else:
        axes = (attributes.axis(axis, x.ndim, "`vector_norm`"),)
        found = norm(x, ord=ord, axis=axis)
    return _kept(found, axes, x.ndim) if attributes.flag(keepdims, "`keepdims`") else found


@op(call="x, keepdims, ord", numpy=("linalg.matrix_norm",), strong=False)
def matrix_norm(x: Any, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """The norm of matrices, which the last two axes are; `ord` as in `norm`.

    >>> np.linalg.matrix_norm(np.array([[1.0, -4.0], [2.0, 1.0]]), ord=1)
    np.float64(5.0)
    """
    return np.linalg.matrix_norm(x, keepdims=keepdims, ord=ord)


@matrix_norm.expansion
def _(x: Any, *, keepdims: Any, ord: Any) -> Any:
    return norm(x, ord=ord, axis=(-2, -1), keepdims=keepdims)


# --- singular values ----------------------------------------------------------------------------


@op(call="x, p", numpy=("linalg.cond",), strong=False, effects=Effects.RAISES)
def cond(x: Any, *, p: Any = None) -> Any:
    """The condition number of a matrix: its norm times that of its inverse, inf if it has none.

    `p` says which norm, as in `norm`; None is 2. LinAlgError for a matrix without elements.

    >>> np.linalg.cond(np.array([[2.0, 0.0], [0.0, 4.0]]))
    np.float64(2.0)
    """
    return np.linalg.cond(x, p)


_ORDERS = (None, 1, -1, 2, -2, math.inf, -math.inf, "fro", "f", "nuc")


@cond.normal
def _(facts: Facts, x: Type, *, p: Any) -> dict[str, Any]:
    if p not in _ORDERS:
        raise RuleError("argument-mismatch", f"`{p}` is no norm of matrices")
    return {"p": p if p is None or isinstance(p, str) else attributes.number(p, "`p`")}


@cond.type
def _(facts: Facts, x: Type, *, p: Any) -> Type:
    by_values = p in (None, 2, -2)
    type_ = matrices(x, "`cond`") if by_values else square(facts, x, "`cond`")
    (dtype,) = library_dtypes(np.linalg.cond, (type_,), "`cond`", p=p)
    return element(dtype, type_.shape[:-2])


@op(
    call="A, tol, hermitian, rtol",
    numpy=("linalg.matrix_rank",), strong=False, effects=Effects.RAISES,
)  # fmt: skip
def matrix_rank(A: Any, *, tol: Any = None, hermitian: bool = False, rtol: Any = None) -> Any:
    """How many singular values of a matrix are above `tol`, or `rtol` times the largest.

    `rtol` is max(m, n) times the machine epsilon if neither is given. With `hermitian`, the matrix
    is taken to be its own conjugate transpose.

    >>> np.linalg.matrix_rank(np.array([[2.0, 4.0], [1.0, 2.0]]))
    np.int64(1)
    """
    rank: Any = np.linalg.matrix_rank
    return rank(A, tol, hermitian, rtol=rtol)


@matrix_rank.normal
def _(facts: Facts, A: Type, *, tol: Any, hermitian: Any, rtol: Any) -> dict[str, Any]:
    if tol is not None and rtol is not None:
        raise RuleError("argument-mismatch", "`tol` and `rtol` exclude each other")
    given = {"tol": tol, "rtol": rtol}
    least = {
        name: None if value is None else attributes.number(value, f"`{name}`")
        for name, value in given.items()
    }
    return {**least, "hermitian": attributes.flag(hermitian, "`hermitian`")}


@matrix_rank.type
def _(facts: Facts, A: Type, *, hermitian: bool, **_: Any) -> Type:
    what = "`matrix_rank`"
    type_ = square(facts, A, what) if hermitian else matrices(A, what)
    (dtype,) = library_dtypes(np.linalg.matrix_rank, (type_,), what)
    return element(dtype, type_.shape[:-2])
