"""New arrays by a rule: identities, triangles, even steps, grids; and arrays with margins."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_max
from dslc.ir.dtypes import BY_NAME, dtype_name, is_complex, is_integer
from dslc.ir.op import RuleError, op

from . import attributes
from .control import check
from .create import arange, as_scalar, cast, zeros

# --- diagonals and triangles --------------------------------------------------------------------


@op(
    call="N, M, k, dtype, order", numpy=("eye",), strong=False, sizes=("N", "M", "k")
)  # fmt: skip
def eye(*, N: Any, M: Any = None, k: Any = 0, dtype: Any = np.float64) -> Any:
    """A matrix of ones on its k-th diagonal and zeros elsewhere. ValueError for a negative size.

    >>> np.eye(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return np.eye(N, M, k, dtype)


@eye.expansion
def _(*, N: Any, M: Any, k: Any, dtype: Any) -> Any:
    sizes = attributes.sizes((N, N if M is None else M))
    if attributes.may_be_negative(sizes):
        zeros((*sizes, 0))  # raises as NumPy does
    rows, columns = map(arange, map(_length, sizes))
    return (rows[:, None] + k == columns).astype(dtype)


def _length(size: Any) -> Any:
    """How long an axis is; `np.tri` takes a negative size for 0."""
    return dim_max(attributes.size(size, "a size"), 0)


@op(call="n, dtype", numpy=("identity",), strong=False, sizes=("n",))
def identity(*, n: Any, dtype: Any = np.float64) -> Any:
    """The square matrix of ones on its diagonal and zeros elsewhere.

    >>> np.identity(2, np.int64)
    array([[1, 0],
           [0, 1]])
    """
    return np.identity(n, dtype)


@identity.expansion
def _(*, n: Any, dtype: Any) -> Any:
    return eye(n, dtype=dtype)


@op(call="N, M, k, dtype", numpy=("tri",), strong=False, sizes=("N", "M", "k"))
def tri(*, N: Any, M: Any = None, k: Any = 0, dtype: Any = np.float64) -> Any:
    """A matrix of ones on and below its k-th diagonal and zeros above.

    >>> np.tri(2, 3, dtype=np.int64)
    array([[1, 0, 0],
           [1, 1, 0]])
    """
    return np.tri(N, M, k, dtype)


@tri.expansion
def _(*, N: Any, M: Any, k: Any, dtype: Any) -> Any:
    return _below(_length(N), _length(N if M is None else M), k).astype(dtype)


def _below(rows: Any, columns: Any, k: Any) -> Any:
    """Whether an element of a matrix is on or below the k-th diagonal."""
    return arange(rows)[:, None] + k >= arange(columns)


@op(call="m, k", numpy=("tril",), strong=False, sizes=("k",))
def tril(m: Any, *, k: Any = 0) -> Any:
    """A matrix with zeros above its k-th diagonal; of the last two axes.

    >>> np.tril(np.ones((2, 2)))
    array([[1., 0.],
           [1., 1.]])
    """
    return np.tril(m, k)


@tril.expansion
def _(m: Any, *, k: Any) -> Any:
    _check_matrix(m, "`tril`")
    return np.where(_below(m.shape[-2], m.shape[-1], k), m, zeros((1,), m.dtype))


@op(call="m, k", numpy=("triu",), strong=False, sizes=("k",))
def triu(m: Any, *, k: Any = 0) -> Any:
    """A matrix with zeros below its k-th diagonal; of the last two axes.

    >>> np.triu(np.ones((2, 2)))
    array([[1., 1.],
           [0., 1.]])
    """
    return np.triu(m, k)


@triu.expansion
def _(m: Any, *, k: Any) -> Any:
    _check_matrix(m, "`triu`")
    return np.where(_below(m.shape[-2], m.shape[-1], k - 1), zeros((1,), m.dtype), m)


def _check_matrix(m: Any, what: str) -> None:
    if m.ndim < 2:
        raise RuleError("rank-mismatch", f"{what} needs at least two axes")


# --- steps --------------------------------------------------------------------------------------


@op(
    call="start, stop, num, endpoint, retstep, dtype, axis", numpy=("linspace",), strong=False,
    sizes=("num",),
)  # fmt: skip
def linspace(
    start: Any, stop: Any, *, num: Any = 50, endpoint: bool = True, dtype: Any = None
) -> Any:
    """`num` numbers in even steps from `start` to `stop`, along a new first axis.

    With `endpoint` the last is `stop`. ValueError for a negative number of them.

    >>> np.linspace(0.0, 1.0, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    return np.linspace(start, stop, num, endpoint, dtype=dtype)


@linspace.expansion
def _(start: Any, stop: Any, *, num: Any, endpoint: bool, dtype: Any) -> Any:
    count = attributes.size(num, "a number of steps")
    attributes.shape((count,))
    kind = _result(start, stop)
    numbers = arange(count, dtype=kind)
    first, last = (cast(end, dtype=kind) for end in (start, stop))
    width = last - first
    numbers = np.reshape(numbers, (count, *(1,) * width.ndim))
    steps = count - 1 if attributes.flag(endpoint, "`endpoint`") else count
    step = width / cast(dim_max(steps, 1), dtype=kind)
    # Where a step underflows, NumPy divides the numbers instead.
    even = np.where(np.any(step == 0), numbers / dim_max(steps, 1) * width, numbers * step)
    found = even + first
    if endpoint:
        at = np.reshape(arange(count), (count, *(1,) * width.ndim))
        found = np.where(np.logical_and(at == steps, at > 0), last, found)
    target = kind if dtype is None else attributes.dtype(dtype)
    return (np.floor(found) if is_integer(target) else found).astype(target)


def _result(start: Any, stop: Any) -> np.dtype:
    strong = [value.dtype for value in (start, stop) if hasattr(value, "dtype")]
    return np.result_type(*strong, 1.0)


@op(
    call="start, stop, num, endpoint, base, dtype, axis", numpy=("logspace",), strong=False,
    sizes=("num",), ulp=1,
)  # fmt: skip
def logspace(
    start: Any,
    stop: Any,
    *,
    num: Any = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: Any = None,
) -> Any:
    """`num` powers of `base`, whose exponents go in even steps from `start` to `stop`.

    >>> np.logspace(0.0, 2.0, 3)
    array([  1.,  10., 100.])
    """
    return np.logspace(start, stop, num, endpoint, base, dtype)


@logspace.expansion
def _(start: Any, stop: Any, *, num: Any, endpoint: bool, base: float, dtype: Any) -> Any:
    exponents = linspace(start, stop, num, endpoint)
    found = np.power(base, exponents)
    return found if dtype is None else found.astype(dtype)


@op(
    call="start, stop, num, endpoint, dtype, axis", numpy=("geomspace",), strong=False,
    sizes=("num",), ulp=1,
)  # fmt: skip
def geomspace(
    start: Any, stop: Any, *, num: Any = 50, endpoint: bool = True, dtype: Any = None
) -> Any:
    """`num` numbers from `start` to `stop`, each the one before times the same factor.

    With `endpoint` the last is `stop`. ValueError where an end is 0.

    >>> np.geomspace(1.0, 8.0, 4)
    array([1., 2., 4., 8.])
    """
    return np.geomspace(start, stop, num, endpoint, dtype)


@geomspace.expansion
def _(start: Any, stop: Any, *, num: Any, endpoint: bool, dtype: Any) -> Any:
    first, last = (each if hasattr(each, "dtype") else as_scalar(each) for each in (start, stop))
    given = np.float64 if dtype is None else attributes.dtype(dtype)
    kind = np.result_type(first.dtype, last.dtype, 1.0, given)
    target = kind if dtype is None else given
    if is_complex(kind) or BY_NAME["bf16"] in (kind, target):
        raise RuleError("dtype-mismatch", f"`geomspace` of {dtype_name(kind)} is not defined")
    zero = np.logical_or(np.any(first == 0), np.any(last == 0))
    message = "Geometric sequence cannot include zero"
    check(np.logical_not(zero), message=message, error="ValueError")
    first, last = first.astype(kind), last.astype(kind)
    sign = np.sign(first)
    ends = first / sign, last / sign
    found = logspace(*map(np.log10, ends), num=num, endpoint=endpoint, dtype=kind)
    count = attributes.size(num, "a number of steps")
    at = np.reshape(arange(count), (count, *(1,) * (found.ndim - 1)))
    found = np.where(at == 0, ends[0], found)
    if endpoint:
        found = np.where(np.logical_and(at == count - 1, at > 0), ends[1], found)
    return (found * sign).astype(target)


# --- grids --------------------------------------------------------------------------------------


@op(
    call="*xi, copy, sparse, indexing",
    numpy=("meshgrid",),
    strong=False,
    parts=tuple,
    variadic=True,
)
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> Any:
    """The coordinates of a grid: for each vector its numbers at every point.

    With indexing "xy" the first two axes are exchanged.

    >>> np.meshgrid(np.array([1, 2]), np.array([3, 4]))[1]
    array([[3, 3],
           [4, 4]])
    """
    given: Any = {"copy": copy, "sparse": sparse, "indexing": indexing}
    return tuple(np.meshgrid(*xi, **given))


@meshgrid.expansion
def _(*xi: Any, copy: bool, sparse: bool, indexing: str) -> Any:
    if indexing not in ("xy", "ij"):
        raise RuleError("argument-mismatch", '`indexing` of `meshgrid` is "xy" or "ij"')
    if not copy:
        raise RuleError("argument-mismatch", "`meshgrid` makes copies here")
    rank = len(xi)
    order = list(range(rank))
    if indexing == "xy" and rank > 1:
        order[:2] = 1, 0
    vectors = [np.reshape(x, (-1,)) for x in xi]
    spread = [
        np.reshape(x, tuple(x.shape[0] if place == n else 1 for place in order))
        for n, x in enumerate(vectors)
    ]
    shape = tuple(vectors[place].shape[0] for place in order)
    return tuple(np.copy(each if sparse else np.broadcast_to(each, shape)) for each in spread)
