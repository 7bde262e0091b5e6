"""Tangent rules of calls of LAPACK; sources as in `rules/matrices.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dslc.ir.ops.decompositions import eigh, qr, svd
from dslc.ir.ops.solving import solve

from .rule import NoRule
from .rules.least_squares import Fit, change_of_fit, extreme_values
from .rules.matrices import (
    check_square,
    check_svd,
    gaps,
    half,
    is_deep,
    over,
    reduced,
    refuse_complex,
    symmetric,
    turned,
)

Rule = Callable[[Sequence[Any], Sequence[Any], Any, dict[str, Any]], Any]


def _trace(x: Any) -> Any:
    return np.trace(x, axis1=-2, axis2=-1)


def _diagonal(x: Any) -> Any:
    return np.diagonal(x, axis1=-2, axis2=-1)


# --- inverses -------------------------------------------------------------------------------------


def _solve(operands: Sequence[Any], tangents: Sequence[Any], y: Any, _: Any) -> Any:
    (a, b), (da, db) = operands, tangents
    vector = b.ndim == 1

    def columns(x: Any) -> Any:
        return np.expand_dims(x, -1) if vector else x

    parts = [] if db is None else [columns(db)]
    if da is not None:
        parts.append(-(da @ columns(y)))
    changes = parts[0] if len(parts) == 1 else parts[0] + parts[1]
    found = solve(a, changes)
    return found[..., 0] if vector else found


def _inv(operands: Sequence[Any], tangents: Sequence[Any], y: Any, _: Any) -> Any:
    return -(y @ tangents[0] @ y)


def _det(operands: Sequence[Any], tangents: Sequence[Any], y: Any, _: Any) -> Any:
    return y * _trace(solve(operands[0], tangents[0]))


def _slogdet(operands: Sequence[Any], tangents: Sequence[Any], y: Any, _: Any) -> Any:
    refuse_complex(operands[0], "slogdet")
    return None, _trace(solve(operands[0], tangents[0]))


def _pinv(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (a,), (da,) = operands, tangents
    refuse_complex(a, "pinv")
    if attributes["hermitian"]:
        raise NoRule("no rule is known for `hermitian`")
    first, last = y @ turned(y) @ turned(da), turned(da) @ turned(y) @ y
    return first - first @ a @ y + last - y @ a @ last - y @ da @ y


def _lstsq(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (a, b), (da, db) = operands, tangents
    x, distances, *_ = y
    changes = change_of_fit(Fit.of(a, b, x, attributes["rcond"]), da, db)
    of_x = changes[0] if b.ndim == 2 else changes[0][:, 0]
    return of_x, changes[1][: distances.shape[0]], None, changes[3]


def _cond(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (x,), (dx,), p = operands, tangents, attributes["p"]
    u, s, vh = extreme_values(x, p)
    changes = _diagonal(turned(u) @ dx @ turned(vh))
    over, under = (-1, 0) if p == -2 else (0, -1)
    return (changes[..., over] - y * changes[..., under]) / s[..., under]


# --- decompositions -------------------------------------------------------------------------------


def _cholesky(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    upper = attributes["upper"]
    refuse_complex(operands[0], "cholesky")
    factor, change = turned(y) if upper else y, symmetric(tangents[0], not upper)
    found = factor @ half(over(solve(factor, change), turned(factor)))
    return turned(found) if upper else found


def _eigh(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    refuse_complex(operands[0], "eigh")
    values, vectors = y
    inner = turned(vectors) @ symmetric(tangents[0], attributes["UPLO"] == "L") @ vectors
    return _diagonal(inner), vectors @ (gaps(values) * inner)


def _eigvalsh(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return _eigh(operands, tangents, eigh(operands[0], **attributes), attributes)[0]


def _svd(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (a,), (da,) = operands, tangents
    check_svd(a, attributes["hermitian"])
    if not attributes["compute_uv"]:
        u, _, vh = svd(a, full_matrices=False)
        return _diagonal(turned(u) @ da @ turned(vh))
    if attributes["full_matrices"]:
        check_square(a)
    u, s, vh = reduced(y)
    v, inner = turned(vh), turned(u) @ da @ turned(vh)
    du = _vectors(u, s, inner, da @ v)
    dv = _vectors(v, s, turned(inner), turned(da) @ u)
    return du, _diagonal(inner), turned(dv)


def _vectors(u: Any, s: Any, inner: Any, moved: Any) -> Any:
    """How the vectors on one side turn, `moved` being how the matrix moves those of the other."""
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    turning = u @ (gaps(s * s) * (inner * row + column * turned(inner)))
    outside = moved - u @ (turned(u) @ moved)
    return turning if u.shape[-2] == u.shape[-1] else turning + outside / row


def _qr(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (a,), (da,) = operands, tangents
    mode = attributes["mode"]
    refuse_complex(a, "qr")
    deep = is_deep(a)
    if mode == "complete" and deep:
        check_square(a)
    if mode == "r":
        return _qr(operands, tangents, qr(a), {"mode": "reduced"})[1]
    q, r = y
    if deep:
        return _deep(q, r, da)
    rows = a.shape[-2]
    dq, first = _deep(q, r[..., :rows], da[..., :rows])
    rest = turned(q) @ (da[..., rows:] - dq @ r[..., rows:])
    return dq, np.concatenate((first, rest), axis=-1)


def _deep(q: Any, r: Any, da: Any) -> tuple[Any, Any]:
    moved = over(da, r)
    inner = turned(q) @ moved
    below = np.tril(inner, -1)
    turning = below - turned(below)
    return q @ turning + moved - q @ inner, (inner - turning) @ r


OF_MATRICES: dict[str, Rule] = {
    "solve": _solve, "inv": _inv, "det": _det, "slogdet": _slogdet, "pinv": _pinv,
    "lstsq": _lstsq, "cond": _cond,
    "cholesky": _cholesky, "eigh": _eigh, "eigvalsh": _eigvalsh, "svd": _svd, "qr": _qr,
}  # fmt: skip
"""By the name of the op; of several results, a tuple with None for those that stay."""
