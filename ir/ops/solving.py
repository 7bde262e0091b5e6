"""Systems of linear equations, inverses and determinants: calls of LAPACK, also of stacks.

LinAlgError where NumPy raises it, as for a singular matrix.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import dim_min
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .library import library_dtypes, matrices, met, square
from .operands import check_equal
from .rules import array, broadcast, element, refuse_joined

SlogdetResult: Any = type(np.linalg.slogdet(np.eye(1)))

# --- one solution -------------------------------------------------------------------------------


@op(numpy=("linalg.solve",), strong=False, effects=Effects.RAISES)
def solve(a: Any, b: Any) -> Any:
    """The x with a @ x == b, of a square matrix and a vector or a matrix, or stacks of them.

    A `b` of one axis is a vector, any other a stack of matrices; LinAlgError where `a` is singular.

    >>> np.linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([1.0, 2.0]))
    array([0.5, 0.5])
    """
    return np.linalg.solve(a, b)


@solve.type
def _(facts: Facts, a: Type, b: Type) -> Type:
    what = "`solve`"
    left, right = square(facts, a, what), array(b, what, 1)
    refuse_joined((a, b), what)
    if not right.rank:
        raise RuleError("rank-mismatch", "`solve` needs a vector or matrix", {1: f"this is {b}"})
    (dtype,) = library_dtypes(np.linalg.solve, (left, right), what)
    vector = right.rank == 1
    rows = right.shape[-1 if vector else -2]
    message = "`a` and `b` of `solve` have as many rows"
    size = met(facts, left.shape[-1], rows, message, {0: a, 1: b})
    if vector:
        return TensorType(dtype, (*left.shape[:-2], size))
    stacks = [TensorType(dtype, each.shape[:-2]) for each in (left, right)]
    return TensorType(dtype, (*broadcast(facts, stacks), size, right.shape[-1]))


@op(numpy=("linalg.inv",), strong=False, effects=Effects.RAISES)
def inv(a: Any) -> Any:
    """The inverse of a square matrix; LinAlgError where it is singular.

    >>> np.linalg.inv(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    return np.linalg.inv(a)


@inv.type
def _(facts: Facts, a: Type) -> Type:
    type_ = square(facts, a, "`inv`")
    (dtype,) = library_dtypes(np.linalg.inv, (type_,), "`inv`")
    return TensorType(dtype, type_.shape)


@op(call="a, b, axes", numpy=("linalg.tensorsolve",), strong=False)
def tensorsolve(a: Any, b: Any, *, axes: Any = None) -> Any:
    """The x with tensordot(a, x, x.ndim) == b; first `axes` of `a` move to its end.

    >>> np.linalg.tensorsolve(np.eye(4).reshape(2, 2, 4), np.ones((2, 2)))
    array([1., 1., 1., 1.])
    """
    return np.linalg.tensorsolve(a, b, axes)


@tensorsolve.expansion
def _(a: Any, b: Any, *, axes: Any) -> Any:
    listed = axes if isinstance(axes, tuple | list) else () if axes is None else (axes,)
    moved = [attributes.axis(axis, a.ndim, "`tensorsolve`") for axis in listed]
    kept = [axis for axis in range(a.ndim) if axis not in moved]
    if moved:
        a = np.transpose(a, (*kept, *moved))
    shape = a.shape[b.ndim :]
    rows, columns = prod(b.shape, start=1), prod(shape, start=1)
    if a.ndim < b.ndim:
        raise RuleError("rank-mismatch", "`a` of `tensorsolve` has at least the axes of `b`")
    total = prod(a.shape, start=1)
    check_equal(total, rows * columns, "`tensorsolve` needs as many equations as unknowns")
    check_equal(rows, columns, "`tensorsolve` needs as many equations as unknowns")
    found = solve(np.reshape(a, (rows, rows)), np.reshape(b, (rows,)))
    return np.reshape(found, shape)


@op(call="a, ind", numpy=("linalg.tensorinv",), strong=False)
def tensorinv(a: Any, *, ind: int = 2) -> Any:
    """The inverse of `tensordot(a, ..., ind)`; the first `ind` axes of `a` are as many elements.

    >>> np.linalg.tensorinv(np.eye(4).reshape(4, 2, 2), ind=1).shape
    (2, 2, 4)
    """
    return np.linalg.tensorinv(a, ind)


@tensorinv.expansion
def _(a: Any, *, ind: Any) -> Any:
    count = attributes.integer(ind, "`ind`")
    if not 0 < count <= a.ndim:
        raise RuleError("argument-mismatch", "`ind` of `tensorinv` is above 0 and within the axes")
    rows, columns = a.shape[:count], a.shape[count:]
    size = prod(columns, start=1)
    check_equal(prod(rows, start=1), size, "`tensorinv` needs as many rows as columns")
    return np.reshape(inv(np.reshape(a, (size, size))), (*columns, *rows))


# --- determinants -------------------------------------------------------------------------------


@op(numpy=("linalg.det",), strong=False)
def det(a: Any) -> Any:
    """The determinant of a square matrix.

    >>> np.round(np.linalg.det(np.array([[2.0, 0.0], [0.0, 4.0]])), 6)
    np.float64(8.0)
    """
    return np.linalg.det(a)


@det.type
def _(facts: Facts, a: Type) -> Type:
    type_ = square(facts, a, "`det`")
    (dtype,) = library_dtypes(np.linalg.det, (type_,), "`det`")
    return element(dtype, type_.shape[:-2])


@op(numpy=("linalg.slogdet",), strong=False, fields=SlogdetResult)
def slogdet(a: Any) -> Any:
    """The sign of a determinant, and the logarithm of its absolute value.

    The sign of a complex one has the absolute value 1; of a singular matrix it is 0, and the
    logarithm -inf.

    >>> np.linalg.slogdet(np.array([[1.0, 0.0], [0.0, -1.0]]))
    SlogdetResult(sign=np.float64(-1.0), logabsdet=np.float64(0.0))
    """
    return np.linalg.slogdet(a)


@slogdet.type
def _(facts: Facts, a: Type) -> tuple[Type, ...]:
    type_ = square(facts, a, "`slogdet`")
    dtypes = library_dtypes(np.linalg.slogdet, (type_,), "`slogdet`")
    return tuple(element(dtype, type_.shape[:-2]) for dtype in dtypes)


# --- least squares ------------------------------------------------------------------------------


@op(
    call="a, rcond, hermitian, rtol",
    numpy=("linalg.pinv",), strong=False, effects=Effects.RAISES,
)  # fmt: skip
def pinv(a: Any, *, rcond: Any = None, hermitian: bool = False, rtol: Any = "rcond") -> Any:
    """The pseudo-inverse of a matrix, by its singular values.

    Those below `rcond` times the largest, 1e-15 if not given, count as 0. `rtol` is another name
    for `rcond`, of which None means max(m, n) times the machine epsilon. With `hermitian`, `a` is
    taken to be its own conjugate transpose.

    >>> np.linalg.pinv(np.array([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    found: Any = np.linalg.pinv
    return found(a, rcond, hermitian, **({} if rtol == "rcond" else {"rtol": rtol}))


@pinv.normal
def _(facts: Facts, a: Type, *, rcond: Any, hermitian: Any, rtol: Any) -> dict[str, Any]:
    if rcond is not None and rtol != "rcond":
        raise RuleError("argument-mismatch", "`rcond` and `rtol` exclude each other")
    least = {"rcond": rcond, "rtol": rtol}
    for name, value in least.items():
        if value not in (None, "rcond"):
            least[name] = attributes.number(value, f"`{name}`")
    return {**least, "hermitian": attributes.flag(hermitian, "`hermitian`")}


@pinv.type
def _(facts: Facts, a: Type, *, hermitian: bool, **_: Any) -> Type:
    type_ = square(facts, a, "`pinv`") if hermitian else matrices(a, "`pinv`")
    (dtype,) = library_dtypes(np.linalg.pinv, (type_,), "`pinv`")
    if dtype != type_.dtype:
        message = "`pinv` of integers is of these where there are no elements, else of floats"
        help_ = "cast it: `a.astype(np.float64)`"
        raise RuleError("dtype-mismatch", message, {0: f"this is {a}"}, help_)
    *stack, rows, columns = type_.shape
    return TensorType(dtype, (*stack, columns, rows))


@op(call="a, b, rcond", numpy=("linalg.lstsq",), strong=False, effects=Effects.RAISES)
def lstsq(a: Any, b: Any, *, rcond: Any = None) -> Any:
    """The x for which a @ x is nearest to b, of a matrix and a vector or a matrix.

    Gives x, the squared distances (none where the rank of `a` is less than its columns, or it has
    no more rows than columns), the rank of `a` and its singular values. Those below `rcond` times
    the largest count as 0.

    >>> x, distances, rank, s = np.linalg.lstsq(np.array([[1.0], [1.0]]), np.array([1.0, 3.0]))
    >>> x, distances
    (array([2.]), array([2.]))
    """
    return np.linalg.lstsq(a, b, rcond)


@lstsq.normal
def _(facts: Facts, a: Type, b: Type, *, rcond: Any) -> dict[str, Any]:
    return {"rcond": None if rcond is None else attributes.number(rcond, "`rcond`")}


@lstsq.type
def _(facts: Facts, a: Type, b: Type, *, rcond: Any) -> tuple[Type, ...]:
    what = "`lstsq`"
    left, right = matrices(a, what), array(b, what, 1)
    refuse_joined((a, b), what)
    if left.rank != 2:
        raise RuleError("rank-mismatch", "`lstsq` needs one matrix", {0: f"this is {a}"})
    if right.rank not in (1, 2):
        raise RuleError("rank-mismatch", "`lstsq` needs a vector or matrix", {1: f"this is {b}"})
    x, distance, rank, s = library_dtypes(np.linalg.lstsq, (left, right), what)
    rows, columns = left.shape
    met(facts, rows, right.shape[0], "`a` and `b` of `lstsq` have as many rows", {0: a, 1: b})
    others = right.shape[1:]
    return (
        TensorType(x, (columns, *others)),
        TensorType(distance, (facts.open(0, others[0] if others else 1),)),
        element(rank, ()),
        TensorType(s, (dim_min(rows, columns),)),
    )
