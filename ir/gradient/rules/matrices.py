"""Gradients of calls of LAPACK.

See M. Giles, Collected Matrix Derivative Results for Forward and Reverse Mode Algorithmic
Differentiation, 2008; for decompositions J. Townsend, Differentiating the Singular Value
Decomposition, 2016; I. Murray, Differentiation of the Cholesky decomposition, 2016; D. Roberts and
L. Roberts, QR and LQ Decomposition Matrix Backpropagation Algorithms, 2020; for pseudo-inverses
G. Golub and V. Pereyra, SIAM J. Numer. Anal. 10, 1973.

Of a matrix of which only one triangle is read, the other one has the gradient 0.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from dslc.ir.calling import sketch_facts
from dslc.ir.dtypes import is_complex
from dslc.ir.ops.decompositions import eigh, qr, svd
from dslc.ir.ops.patterns import eye
from dslc.ir.ops.solving import inv, solve

from ..rule import NoRule, Share, gradient_of

# --- what rules share -----------------------------------------------------------------------------


def turned(x: Any) -> Any:
    """Matrices with rows and columns exchanged."""
    return np.swapaxes(x, -1, -2)


def spread(x: Any) -> Any:
    """A number for each matrix of a stack, to be multiplied with the matrices."""
    return np.expand_dims(x, (-2, -1)) if x.ndim else x


def ones_of(x: Any) -> Any:
    """The identity, of the size of square matrices."""
    return eye(x.shape[-1], dtype=x.dtype)


def over(x: Any, factor: Any) -> Any:
    """The matrix X with factor @ X == x, transposed from both sides: x times the inverse of it."""
    return turned(solve(turned(factor), turned(x)))


def half(x: Any) -> Any:
    """The lower triangle with half of the diagonal."""
    return np.tril(x) - 0.5 * ones_of(x) * x


def mirrored(x: Any) -> Any:
    """The symmetric matrix with this lower triangle."""
    return np.tril(x) + turned(np.tril(x, -1))


def into_triangle(x: Any, lower: bool) -> Any:
    """The gradient of a symmetric matrix of which one triangle is read."""
    found = np.tril(x + turned(x), -1) + ones_of(x) * x
    return found if lower else turned(found)


def symmetric(x: Any, lower: bool) -> Any:
    """The symmetric matrix whose one triangle this is."""
    return mirrored(x if lower else turned(x))


def gaps(values: Any) -> Any:
    """1 / (values[j] - values[i]) in row i and column j, 0 on the diagonal."""
    differences = np.expand_dims(values, -2) - np.expand_dims(values, -1)
    same = eye(values.shape[-1], dtype=np.bool_)
    return np.where(same, 0.0, 1.0 / np.where(same, 1.0, differences)).astype(values.dtype)


def refuse_complex(x: Any, name: str) -> None:
    """Refuse a decomposition of complex numbers, whose gradient is another one."""
    if is_complex(x.dtype):
        raise NoRule(f"no rule is known for `{name}` of complex numbers")


def is_deep(a: Any) -> bool:
    """Whether matrices have at least as many rows as columns.

    Raises:
        NoRule: where only a call tells.
    """
    facts, (rows, columns) = sketch_facts(), a.shape[-2:]
    if facts.at_least(rows, columns):
        return True
    if facts.less(rows, columns):
        return False
    help_ = f"write `dslc.assume({rows} >= {columns})`, or <="
    raise NoRule(f"whether a matrix has more rows than columns must be known; {help_}")


# --- inverses -------------------------------------------------------------------------------------


@gradient_of("solve")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    vector = b.ndim == 1

    @cache
    def of_b() -> Any:
        if vector and a.ndim > 2:
            return solve(turned(a), np.expand_dims(d, -1))[..., 0]
        return solve(turned(a), d)

    def of_a() -> Any:
        if vector:
            return -(np.expand_dims(of_b(), -1) * np.expand_dims(y, -2))
        return -(of_b() @ turned(y))

    return [of_a, of_b]


@gradient_of("inv")
def _(a: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: -(turned(y) @ d @ turned(y))]


@gradient_of("det")
def _(a: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: spread(d * y) * inv(turned(a))]


@gradient_of("slogdet")
def _(a: Any, *, y: Any, d: Any) -> list[Share]:
    of_sign, of_log = d
    if of_sign is not None:
        refuse_complex(a, "slogdet")
    return [None if of_log is None else lambda: spread(of_log) * inv(turned(a))]


@gradient_of("pinv")
def _(a: Any, *, y: Any, d: Any, hermitian: bool, **_: Any) -> list[Share]:
    refuse_complex(a, "pinv")
    if hermitian:
        raise NoRule("no rule is known for `hermitian`")

    def of_a() -> Any:
        outside = d - d @ a @ y  # d (I - A P)
        inside = d - y @ a @ d  # (I - P A) d
        return (
            turned(outside) @ y @ turned(y)
            + turned(y) @ y @ turned(inside)
            - turned(y @ turned(d) @ y)
        )

    return [of_a]


# --- decompositions -------------------------------------------------------------------------------


@gradient_of("cholesky")
def _(a: Any, *, y: Any, d: Any, upper: bool) -> list[Share]:
    refuse_complex(a, "cholesky")

    def of_a() -> Any:
        factor, change = (turned(y), turned(d)) if upper else (y, d)
        inner = solve(turned(factor), half(turned(factor) @ change))
        return into_triangle(over(inner, factor), not upper)

    return [of_a]


@gradient_of("eigh")
def _(a: Any, *, y: Any, d: Any, UPLO: str) -> list[Share]:
    refuse_complex(a, "eigh")

    def of_a() -> Any:
        values, vectors = y
        of_values, of_vectors = d
        parts = []
        if of_values is not None:
            parts.append(ones_of(a) * np.expand_dims(of_values, -2))
        if of_vectors is not None:
            parts.append(gaps(values) * (turned(vectors) @ of_vectors))
        inner = parts[0] if len(parts) == 1 else parts[0] + parts[1]
        return into_triangle(vectors @ inner @ turned(vectors), UPLO == "L")

    return [of_a]


@gradient_of("eigvalsh")
def _(a: Any, *, y: Any, d: Any, UPLO: str) -> list[Share]:
    refuse_complex(a, "eigvalsh")

    def of_a() -> Any:
        _, vectors = eigh(a, UPLO=UPLO)
        return into_triangle(vectors * np.expand_dims(d, -2) @ turned(vectors), UPLO == "L")

    return [of_a]


@gradient_of("svd")
def _(
    a: Any, *, y: Any, d: Any, full_matrices: bool, compute_uv: bool, hermitian: bool
) -> list[Share]:
    check_svd(a, hermitian)
    if not compute_uv:
        u, _, vh = svd(a, full_matrices=False)
        return [lambda: _of_values(u, vh, d)]
    if full_matrices and not (d[0] is None and d[2] is None):
        check_square(a)

    def of_a() -> Any:
        u, s, vh = reduced(y)
        of_u, of_s, of_vh = d
        parts = [] if of_s is None else [_of_values(u, vh, of_s)]
        if of_u is not None:
            parts.append(_of_vectors(u, s, of_u) @ vh)
        if of_vh is not None:
            parts.append(u @ turned(_of_vectors(turned(vh), s, turned(of_vh))))
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total

    return [of_a]


def check_svd(a: Any, hermitian: bool) -> None:
    """Refuse what has no rule."""
    refuse_complex(a, "svd")
    if hermitian:
        raise NoRule("of a symmetric matrix `eigh` has one")


def check_square(a: Any) -> None:
    """Refuse a matrix that may have singular vectors without a singular value."""
    facts, (rows, columns) = sketch_facts(), a.shape[-2:]
    if not (facts.at_least(rows, columns) and facts.at_least(columns, rows)):
        raise NoRule("some of its vectors are any that fit; give it `full_matrices=False`")


def reduced(y: Any) -> tuple[Any, Any, Any]:
    """The parts of a singular value decomposition that belong to a singular value."""
    u, s, vh = y
    count = s.shape[-1]
    u = u if u.shape[-1] == count else u[..., :count]
    return u, s, vh if vh.shape[-2] == count else vh[..., :count, :]


def _of_values(u: Any, vh: Any, d: Any) -> Any:
    return u * np.expand_dims(d, -2) @ vh


def _of_vectors(u: Any, s: Any, d: Any) -> Any:
    """What comes through the vectors on one side, without those on the other side."""
    inner = turned(u) @ d
    row = np.expand_dims(s, -2)
    turning = u @ (gaps(s * s) * (inner - turned(inner)) * row)
    return turning if u.shape[-2] == u.shape[-1] else turning + (d - u @ inner) / row


@gradient_of("qr")
def _(a: Any, *, y: Any, d: Any, mode: str) -> list[Share]:
    refuse_complex(a, "qr")
    deep = is_deep(a)
    if mode == "complete" and deep:
        check_square(a)

    def of_a() -> Any:
        if mode == "r":
            q, r, of_q, of_r = qr(a)[0], y, None, d
        else:
            (q, r), (of_q, of_r) = y, d
        if deep:
            return _of_deep(q, r, of_q, of_r)
        return _of_wide(a, q, r, of_q, of_r)

    return [of_a]


def _of_deep(q: Any, r: Any, of_q: Any, of_r: Any) -> Any:
    parts = [] if of_r is None else [r @ turned(of_r)]
    if of_q is not None:
        parts.append(-(turned(of_q) @ q))
    inner = q @ mirrored(parts[0] if len(parts) == 1 else parts[0] + parts[1])
    return over(inner if of_q is None else of_q + inner, turned(r))


def _of_wide(a: Any, q: Any, r: Any, of_q: Any, of_r: Any) -> Any:
    """The first columns are a square matrix, which gives Q; the others follow from Q."""
    rows = a.shape[-2]
    if of_r is None:
        first = _of_deep(q, r[..., :rows], of_q, None)
        return np.concatenate((first, np.zeros_like(a[..., rows:])), axis=-1)
    of_rest = of_r[..., rows:]
    through = a[..., rows:] @ turned(of_rest)
    of_q = through if of_q is None else of_q + through
    first = _of_deep(q, r[..., :rows], of_q, of_r[..., :rows])
    return np.concatenate((first, q @ of_rest), axis=-1)
