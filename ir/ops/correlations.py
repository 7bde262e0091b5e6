"""How signals and variables go together: convolution, covariance, correlation."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_max, dim_min
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_complex
from dslc.ir.op import RuleError, op

from . import attributes
from .create import arange
from .operands import HALVES, check_at_least, check_equal, check_rank, choice

F64 = BY_NAME["f64"]


@op(call="a, v, mode", numpy=("convolve",), strong=False, ulp=8)
def convolve(a: Any, v: Any, *, mode: str = "full") -> Any:
    """The sums of products of one vector with another one that goes over it backwards.

    With "full" wherever they meet, with "same" as many as the longer one has, from the middle, with
    "valid" where one is all over the other. The order of a sum is that of the machine.

    >>> np.convolve(np.array([1, 2, 3]), np.array([0, 1, 5]))
    array([ 0,  1,  7, 13, 15])
    """
    products: Any = np.convolve
    return products(a, v, mode)


@convolve.expansion
def _(a: Any, v: Any, *, mode: Any) -> Any:
    choice(mode, ("full", "same", "valid"), "mode")
    for vector, role in ((a, "a"), (v, "v")):
        check_rank(vector, 1, role, "[elements]")
        check_at_least(vector.shape[0], 1, f"`{role}` has an element")
        if vector.dtype in (BOOL, *HALVES):
            shown = dtype_name(vector.dtype)
            raise RuleError("dtype-mismatch", f"`convolve` of {shown} is not defined")
    dtype = np.result_type(a.dtype, v.dtype)
    size, other = a.shape[0], v.shape[0]
    place = arange(size + other - 1)[:, None] - arange(other)
    within = np.logical_and(place >= 0, place < size)
    products = a.astype(dtype)[np.where(within, place, 0)] * v.astype(dtype)
    whole = np.sum(np.where(within, products, 0), axis=1, dtype=dtype)
    shorter, longer = dim_min(size, other), dim_max(size, other)
    if mode == "same":
        first = (shorter - 1) // 2
        return whole[first : first + longer]
    return whole if mode == "full" else whole[shorter - 1 : longer]


@op(call="a, v, mode", numpy=("correlate",), strong=False, ulp=8)
def correlate(a: Any, v: Any, *, mode: str = "valid") -> Any:
    """The sums of products of one vector with another one, conjugated, that goes along it.

    `mode` says where, as in `convolve`.

    >>> np.correlate(np.array([1, 2, 3]), np.array([0, 1, 5]), "full")
    array([ 5, 11, 17,  3,  0])
    """
    products: Any = np.correlate
    return products(a, v, mode)


@correlate.expansion
def _(a: Any, v: Any, *, mode: Any) -> Any:
    backwards = np.flip(np.conj(v) if is_complex(v.dtype) else v)
    if mode != "same":
        return np.convolve(a, backwards, mode)
    whole, size, other = np.convolve(a, backwards), a.shape[0], v.shape[0]
    shorter, longer = dim_min(size, other), dim_max(size, other)
    # Of two middle places NumPy takes the other one where `a` is the shorter vector.
    is_shorter = dim_min(dim_max(other - size, 0), 1)
    first = (shorter - 1) // 2 + is_shorter * (1 - shorter % 2)
    return whole[first : first + longer]


@op(call="m, y, rowvar, bias, ddof, fweights, aweights", numpy=("cov",), strong=False, ulp=8)
def cov(m: Any, y: Any = None, *, rowvar: bool = True, bias: bool = False, ddof: Any = None) -> Any:
    """How each two variables vary together, in f64: the mean of products of their distances.

    Each row is a variable, and each column an observation, or the other way round without `rowvar`;
    `y` has further variables. The mean is over all observations but `ddof`, by default 1, with
    `bias` 0.

    >>> np.cov(np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    return np.cov(m, y, rowvar, bias, ddof)


@cov.expansion
def _(m: Any, y: Any, *, rowvar: Any, bias: Any, ddof: Any) -> Any:
    x = _variables(m, "m", rowvar=attributes.flag(rowvar, "`rowvar`"))
    if y is not None:
        # One row is one variable of `y` anyway, in NumPy.
        other = _variables(y, "y", rowvar=rowvar or (y.ndim == 2 and y.shape[0] == 1))
        if y.ndim == 2 and y.shape[0] != 1 and not rowvar:
            check_at_least(y.shape[0], 2, "`y` of one observation is taken for one variable")
        check_equal(x.shape[1], other.shape[1], "`m` and `y` have one number of observations")
        x = np.concatenate((x, other))
    less = 0 if attributes.flag(bias, "`bias`") else 1
    less = less if ddof is None else attributes.integer(ddof, "`ddof`")
    if x.shape[0] != 1:
        check_at_least(x.shape[0], 2, "the covariance of one variable has no axes")
    far = x - np.mean(x, axis=1)[:, None]
    mirrored = np.transpose(far)
    products = np.dot(far, np.conjugate(mirrored) if is_complex(far.dtype) else mirrored)
    count = np.full_like(products, dim_max(x.shape[1] - less, 0))
    found = products * np.true_divide(1, count)
    return np.squeeze(found, (0, 1)) if x.shape[0] == 1 else found


def _variables(m: Any, role: str, *, rowvar: bool) -> Any:
    """Variables as rows, in f64 at least."""
    if m.ndim not in (1, 2):
        raise RuleError("rank-mismatch", f"`{role}` has the axes [variables, observations]")
    if m.dtype == BY_NAME["bf16"]:
        raise RuleError("dtype-mismatch", "`cov` of bf16 is not defined")
    x = m.astype(np.result_type(m.dtype, F64))
    if m.ndim == 1:
        return x[None, :]
    return x if rowvar else np.transpose(x)


@op(call="x, y, rowvar", numpy=("corrcoef",), strong=False, ulp=8)
def corrcoef(x: Any, y: Any = None, *, rowvar: bool = True) -> Any:
    """The covariance of each two variables, as part of what it is at most: from -1 to 1.

    Variables are as in `cov`. Of real numbers.

    >>> np.corrcoef(np.array([[0.0, 1.0, 2.0], [4.0, 2.0, 0.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    return np.corrcoef(x, y, rowvar)


@corrcoef.expansion
def _(x: Any, y: Any, *, rowvar: Any) -> Any:
    if any(value is not None and is_complex(value.dtype) for value in (x, y)):
        raise RuleError("dtype-mismatch", "`corrcoef` is of real numbers")
    both = cov(x, y, rowvar=rowvar)
    if not both.ndim:
        return both / both
    spread = np.sqrt(np.diagonal(both))
    return np.clip(both / spread[:, None] / spread[None, :], -1, 1)
