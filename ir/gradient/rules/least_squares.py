"""Gradients of what follows from singular values: least squares and condition numbers.

For a pseudo-inverse P of a matrix A, see G. Golub and V. Pereyra, SIAM J. Numer. Anal. 10, 1973:
dP = -P dA P + P P' dA' (I - A P) + (I - P A) dA' P' P.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dslc.ir.dims import dim_max
from dslc.ir.ops.arith import multiply
from dslc.ir.ops.create import arange, zeros
from dslc.ir.ops.decompositions import svd

from ..rule import NoRule, Share, gradient_of
from .matrices import refuse_complex, turned

# --- least squares --------------------------------------------------------------------------------


@dataclass
class Fit:
    """What `lstsq` found, its vectors as columns.

    Attributes:
        a: the matrix.
        b: the right sides.
        x: the solutions.
        least: the part of the greatest singular value below which one counts as 0.
        parts: the singular value decomposition of the matrix.
    """

    a: Any
    b: Any
    x: Any
    least: Any

    @classmethod
    def of(cls, a: Any, b: Any, x: Any, rcond: Any) -> Fit:
        """The fit of a call."""
        refuse_complex(a, "lstsq")
        refuse_complex(b, "lstsq")
        size = dim_max(a.shape[0], a.shape[1])
        epsilon = float(np.finfo(x.dtype).eps)
        least = epsilon if rcond is None or rcond < 0 else rcond
        least = multiply(size, epsilon) if rcond is None else least
        return cls(a, columns(b), columns(x), least)

    @cached_property
    def parts(self) -> tuple[Any, Any, Any]:
        u, s, vh = svd(self.a, full_matrices=False)
        return u, s, vh

    @cached_property
    def inverse(self) -> Any:
        """The pseudo-inverse of the matrix."""
        u, s, vh = self.parts
        counts = s > self.least * np.max(s, initial=0.0)
        turned_back = np.where(counts, 1.0 / np.where(counts, s, 1.0), 0.0).astype(s.dtype)
        return (turned(vh) * turned_back) @ turned(u)

    @cached_property
    def miss(self) -> Any:
        """The right sides less what the solutions give."""
        return self.b - self.a @ self.x


def columns(x: Any) -> Any:
    """A vector as a matrix of one column."""
    return np.expand_dims(x, -1) if x.ndim == 1 else x


def _sum(parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


@gradient_of("lstsq")
def _(a: Any, b: Any, *, y: Any, d: Any, rcond: Any) -> list[Share]:
    of_x, of_distances, _, of_s = d
    fit = Fit.of(a, b, y[0], rcond)
    of_distance = None if of_distances is None else _padded(of_distances, fit.b.shape[1])
    of_columns = None if of_x is None else columns(of_x)

    def of_a() -> Any:
        parts = []
        if of_columns is not None:
            p, x, miss = fit.inverse, fit.x, fit.miss
            inside = of_columns - p @ (fit.a @ of_columns)
            parts.append(-(turned(p) @ of_columns) @ turned(x))
            parts.append(miss @ turned(p @ (turned(p) @ of_columns)))
            parts.append((turned(p) @ x) @ turned(inside))
        if of_distance is not None:
            parts.append(-2.0 * (fit.miss * of_distance) @ turned(fit.x))
        if of_s is not None:
            u, _, vh = fit.parts
            parts.append(u * np.expand_dims(of_s, -2) @ vh)
        return _sum(parts)

    def of_b() -> Any:
        parts = [] if of_columns is None else [turned(fit.inverse) @ of_columns]
        if of_distance is not None:
            parts.append(2.0 * fit.miss * of_distance)
        found = _sum(parts)
        return found[:, 0] if b.ndim == 1 else found

    return [of_a, None if of_x is None and of_distances is None else of_b]


def _padded(of_distances: Any, count: Any) -> Any:
    """A number for each right side, 0 where `lstsq` gave no distances."""
    return np.concatenate((of_distances, zeros((count,), of_distances.dtype)))[:count]


def change_of_fit(fit: Fit, da: Any, db: Any) -> tuple[Any, Any, Any, Any]:
    """How solutions, distances of all right sides, rank and singular values change."""
    p, x = fit.inverse, fit.x
    apart = [] if db is None else [columns(db)]
    if da is not None:
        apart.append(-(da @ x))
    moved = _sum(apart)
    parts = [p @ moved]
    values = None
    if da is not None:
        through = turned(da) @ fit.miss
        around = turned(da) @ (turned(p) @ x)
        parts += [p @ (turned(p) @ through), around - p @ (fit.a @ around)]
        u, _, vh = fit.parts
        values = np.diagonal(turned(u) @ da @ turned(vh))
    return _sum(parts), np.sum(2.0 * fit.miss * moved, axis=0), None, values


# --- condition numbers ----------------------------------------------------------------------------


def extreme_values(x: Any, p: Any) -> tuple[Any, Any, Any]:
    """The singular value decomposition that a condition number is of.

    Raises:
        NoRule: for other norms.
    """
    refuse_complex(x, "cond")
    if p not in (None, 2, -2):
        text = f"write `np.linalg.norm(a, {p!r}) * np.linalg.norm(np.linalg.inv(a), {p!r})`"
        raise NoRule(f"only the norms 2 and -2 have a rule; {text}")
    u, s, vh = svd(x, full_matrices=False)
    return u, s, vh


@gradient_of("cond")
def _(x: Any, *, y: Any, d: Any, p: Any) -> list[Share]:
    u, s, vh = extreme_values(x, p)
    first, last = s[..., 0], s[..., -1]
    over, under = (last, first) if p == -2 else (first, last)

    def of_x() -> Any:
        place, end = arange(s.shape[-1]), s.shape[-1] - 1
        is_over, is_under = (place == end, place == 0) if p == -2 else (place == 0, place == end)
        of_over, of_under = d / under, -(d * over) / (under * under)
        of_values = _each(of_over) * is_over + _each(of_under) * is_under
        return u * np.expand_dims(of_values, -2) @ vh

    return [of_x]


def _each(x: Any) -> Any:
    """A number for each matrix of a stack, to be multiplied with its singular values."""
    return np.expand_dims(x, -1) if x.ndim else x
