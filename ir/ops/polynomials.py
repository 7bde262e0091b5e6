"""Polynomials by their coefficients, the highest power first."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_max, dim_min
from dslc.ir.dtypes import BY_NAME, is_complex
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .control import as_dim
from .create import arange, zeros
from .library import library_dtypes, met
from .operands import check_at_least, check_rank
from .rules import array

F64 = BY_NAME["f64"]

# --- arithmetic ---------------------------------------------------------------------------------


@op(call="a1, a2", numpy=("polyadd",), strong=False)
def polyadd(a1: Any, a2: Any) -> Any:
    """The sum of two polynomials.

    >>> np.polyadd(np.array([1, 2]), np.array([9, 5, 4]))
    array([9, 6, 6])
    """
    return np.polyadd(a1, a2)


@op(call="a1, a2", numpy=("polysub",), strong=False)
def polysub(a1: Any, a2: Any) -> Any:
    """The difference of two polynomials.

    >>> np.polysub(np.array([1, 2]), np.array([9, 5, 4]))
    array([-9, -4, -2])
    """
    return np.polysub(a1, a2)


@polyadd.expansion
def _(a1: Any, a2: Any) -> Any:
    left, right = _of_one_length(a1, a2)
    return left + right


@polysub.expansion
def _(a1: Any, a2: Any) -> Any:
    left, right = _of_one_length(a1, a2)
    return left - right


def _of_one_length(a1: Any, a2: Any) -> tuple[Any, Any]:
    """Two polynomials with zeros in front of the shorter one."""
    check_rank(a1, 1, "a1", "[coefficients]")
    check_rank(a2, 1, "a2", "[coefficients]")
    size = dim_max(a1.shape[0], a2.shape[0])
    padded = [
        each
        if each.shape[0] == size
        else np.concatenate((zeros((size - each.shape[0],), each.dtype), each))
        for each in (a1, a2)
    ]
    return padded[0], padded[1]


@op(call="a1, a2", numpy=("polymul",), strong=False, ulp=8)
def polymul(a1: Any, a2: Any) -> Any:
    """The product of two polynomials, whose zeros in front count for nothing.

    >>> np.polymul(np.array([1, 2]), np.array([0, 3, 1]))
    array([3, 7, 2])
    """
    return np.polymul(a1, a2)


@polymul.expansion
def _(a1: Any, a2: Any) -> Any:
    return np.convolve(_without_zeros(a1, "a1"), _without_zeros(a2, "a2"))


def _without_zeros(p: Any, role: str) -> Any:
    """A polynomial from its first coefficient that is not 0, or its last one."""
    check_rank(p, 1, role, "[coefficients]")
    check_at_least(p.shape[0], 1, f"`{role}` has a coefficient")
    zeros_in_front = np.cumsum(np.not_equal(p, 0).astype(np.int64)) == 0
    return p[dim_min(as_dim(np.sum(zeros_in_front), low=0), p.shape[0] - 1) :]


@op(call="seq_of_zeros", numpy=("poly",), strong=False)
def poly(seq_of_zeros: Any) -> Any:
    """The polynomial with these roots, one at least, and the first coefficient 1; of real roots.

    >>> np.poly(np.array([1.0, 2.0]))
    array([ 1., -3.,  2.])
    """
    return np.poly(seq_of_zeros)


@poly.type
def _(facts: Facts, seq_of_zeros: Type) -> Type:
    roots = array(seq_of_zeros, "`poly`")
    if roots.rank != 1:
        help_ = "of a matrix, write it of its `np.linalg.eigvalsh`"
        raise RuleError("rank-mismatch", "`poly` takes a vector of roots", help=help_)
    met(facts, dim_max(roots.shape[0], 1), roots.shape[0], "`poly` needs a root", {0: roots})
    if roots.dtype == BY_NAME["bf16"] or is_complex(roots.dtype):
        message = "whether `poly` of complex roots is real depends on their values"
        message = message if is_complex(roots.dtype) else "`poly` is not defined for bf16"
        raise RuleError("dtype-mismatch", message, {0: f"this is {seq_of_zeros}"})
    dtype = roots.dtype if roots.dtype == BY_NAME["f32"] else F64
    return TensorType(dtype, (roots.shape[0] + 1,))


# --- calculus -----------------------------------------------------------------------------------


@op(call="p, m", numpy=("polyder",), strong=False)
def polyder(p: Any, *, m: int = 1) -> Any:
    """The derivative of a polynomial, the m-th.

    >>> np.polyder(np.array([1, 1, 1, 1]))
    array([3, 2, 1])
    """
    return np.polyder(p, m)


@polyder.expansion
def _(p: Any, *, m: Any) -> Any:
    check_rank(p, 1, "p", "[coefficients]")
    for _step in range(_order(m, "polyder")):
        powers = np.flip(arange(p.shape[0]))
        p = p[:-1] * powers[:-1]
    return p


@op(call="p, m, k", numpy=("polyint",), strong=False)
def polyint(p: Any, *, m: int = 1, k: Any = None) -> Any:
    """An antiderivative of a polynomial, the m-th; `k` has the constants, 0 by default.

    >>> np.polyint(np.array([3.0, 2.0, 1.0]))
    array([1., 1., 1., 0.])
    """
    return np.polyint(p, m, k)


@polyint.expansion
def _(p: Any, *, m: Any, k: Any) -> Any:
    check_rank(p, 1, "p", "[coefficients]")
    count = _order(m, "polyint")
    given = k if isinstance(k, tuple | list) else (0.0 if k is None else k,)
    constants = [float(attributes.number(each, "a constant")) for each in given]
    if len(constants) == 1:
        constants *= count
    if len(constants) < count:
        raise RuleError("argument-mismatch", "`k` is a number, or has one for each of `m`")
    for constant in constants[:count]:
        powers = np.flip(arange(p.shape[0])) + 1
        last = zeros((1,), F64) + constant
        p = np.concatenate((p / powers, last))
    return p


def _order(m: Any, name: str) -> int:
    order = attributes.integer(m, "`m`")
    if order < 0:
        raise RuleError("argument-mismatch", f"`m` of `{name}` is not negative")
    return order


# --- fitting ------------------------------------------------------------------------------------


@op(
    call="x, y, deg, rcond, full, w, cov", numpy=("polyfit",), strong=False,
    effects=Effects.RAISES,
)  # fmt: skip
def polyfit(x: Any, y: Any, *, deg: int, rcond: Any = None) -> Any:
    """The polynomial of this degree that is nearest to values `y` at `x`, by least squares.

    Of a matrix `y` one for each column. Singular values below `rcond` times the largest count as 0.
    TypeError for no points.

    >>> np.round(np.polyfit(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]), 1), 6)
    array([2., 1.])
    """
    return np.polyfit(x, y, deg, rcond)


@polyfit.normal
def _(facts: Facts, x: Type, y: Type, *, deg: Any, rcond: Any) -> dict[str, Any]:
    number = None if rcond is None else attributes.number(rcond, "`rcond`")
    return {"deg": _order(deg, "polyfit"), "rcond": number}


@polyfit.type
def _(facts: Facts, x: Type, y: Type, *, deg: int, rcond: Any) -> Type:
    points, values = array(x, "`polyfit`"), array(y, "`polyfit`", 1)
    if points.rank != 1 or values.rank not in (1, 2):
        message = "`polyfit` needs a vector and a vector or matrix"
        raise RuleError("rank-mismatch", message, {0: f"this is {x}", 1: f"this is {y}"})
    message = "`x` and `y` of `polyfit` have as many points"
    met(facts, points.shape[0], values.shape[0], message, {0: x, 1: y})
    (dtype,) = library_dtypes(_fitted, (points, values), "`polyfit`")
    return TensorType(dtype, (deg + 1, *values.shape[1:]))


def _fitted(x: Any, y: Any) -> Any:
    """What `polyfit` gives for matrices of one element, which `x` may not be in NumPy."""
    return np.polyfit(np.ravel(x), y, 0)
