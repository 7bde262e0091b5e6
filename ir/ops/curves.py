"""Values along a line: interpolation, slopes, phases, differences, polynomials."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import dim_max
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_complex, is_float, is_integer
from dslc.ir.facts import Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import Type

from . import attributes
from .control import check
from .create import arange, as_scalar, cast, zeros_like
from .operands import along, check_at_least, check_equal, check_rank
from .rules import array
from .scan import multiply_accumulate
from .statistics import refuse_bf16

F64 = BY_NAME["f64"]


@op(call="x, xp, fp, left, right, period", numpy=("interp",), strong=False)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """Linear interpolation at `x` between points (xp, fp), whose `xp` ascend, in f64.

    Below the first point it is `left`, by default the first `fp`; beyond the last one `right`, by
    default the last. ValueError where there is no point.

    >>> np.interp(np.array([0.5, 3.0]), np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 8.0]))
    array([1., 8.])
    """
    return np.interp(x, xp, fp, left, right)


@interp.expansion
def _(x: Any, xp: Any, fp: Any, left: Any, right: Any) -> Any:
    check_rank(xp, 1, "xp", "[points]")
    check_rank(fp, 1, "fp", "[points]")
    check_equal(xp.shape[0], fp.shape[0], "`xp` and `fp` have one size")
    if any(is_complex(value.dtype) for value in (x, xp, fp) if hasattr(value, "dtype")):
        raise RuleError("dtype-mismatch", "`interp` is of real numbers")
    count = xp.shape[0]
    check(as_scalar(count) > 0, message="array of sample points is empty", error="ValueError")
    x, xp, fp = (cast(value, F64) for value in (x, xp, fp))
    before = np.searchsorted(xp, x, "right") - 1
    last = as_scalar(count) - 1
    at = np.maximum(np.minimum(before, last), 0)
    after = np.minimum(at + 1, last)
    start, end, low, high = xp[at], xp[after], fp[at], fp[after]
    slope = (high - low) / (end - start)
    found = slope * (x - start) + low
    # Where one end is not finite, the other may do.
    other = slope * (x - end) + high
    other = np.where(np.logical_and(np.isnan(other), low == high), low, other)
    found = np.where(np.isnan(found), other, found)
    found = np.where(np.logical_or(start == x, at == last), low, found)
    found = np.where(x < xp[0], fp[0] if left is None else cast(left, F64), found)
    found = np.where(x > xp[-1], fp[-1] if right is None else cast(right, F64), found)
    # Of one point NumPy takes NaN to be there.
    found = np.where(np.logical_and(np.isnan(x), last > 0), x, found)
    return found if before.ndim else found[()]


@op(call="ary, to_end, to_begin", numpy=("ediff1d",), strong=False)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Each element less the one before it, of all in row-major order.

    `to_begin` and `to_end` stand before and behind; they have the dtype of the array.

    >>> np.ediff1d(np.array([1, 2, 4]))
    array([1, 2])
    """
    return np.ediff1d(ary, to_end, to_begin)


@ediff1d.expansion
def _(ary: Any, to_end: Any, to_begin: Any) -> Any:
    flat = np.ravel(ary)
    if flat.dtype == BOOL:
        raise RuleError("dtype-mismatch", "`ediff1d` subtracts, which bools do not")
    parts = [flat[1:] - flat[:-1]]
    for value, role in ((to_begin, "to_begin"), (to_end, "to_end")):
        if value is None:
            continue
        if getattr(value, "dtype", None) != flat.dtype:
            message = f"`{role}` is of {dtype_name(flat.dtype)}, as the array is"
            raise RuleError("dtype-mismatch", message)
        parts.insert(0 if role == "to_begin" else len(parts), np.reshape(value, (-1,)))
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


@op(call="p, discont, axis, period", numpy=("unwrap",), strong=False)
def unwrap(p: Any, *, discont: Any = None, axis: Any = -1, period: Any = 2 * np.pi) -> Any:
    """Angles without jumps: neighbours along an axis that differ by more come closer by periods.

    Of floats. A jump is a difference of more than `discont`, half a period by default.

    >>> np.unwrap(np.array([0.0, 3.0, -3.0]))
    array([0.        , 3.        , 3.28318531])
    """
    return np.unwrap(p, discont, axis, period=period)


@unwrap.normal
def _(facts: Facts, p: Type, *, discont: Any, axis: Any, period: Any) -> dict[str, Any]:
    if not is_float(array(p, "`unwrap`").dtype):
        raise RuleError("dtype-mismatch", "`unwrap` is of floats", {0: f"this is {p}"})
    refuse_bf16("`unwrap`", p)
    jump = None if discont is None else attributes.number(discont, "`discont`")
    number = attributes.axis(axis, array(p, "`unwrap`").rank, "`unwrap`")
    length = float(attributes.number(period, "`period`"))
    return {"discont": jump, "axis": number, "period": length}


@unwrap.expansion
def _(p: Any, *, discont: Any, axis: int, period: float) -> Any:
    size = p.shape[axis]
    place = np.reshape(arange(size), (size, *(1,) * (p.ndim - axis - 1)))
    step = p - np.take(p, np.maximum(arange(size) - 1, 0), axis=axis)
    step = np.where(place == 0, 0, step).astype(p.dtype)
    half = period / 2
    # From -half, which is in, up to half.
    near = np.remainder(step + half, period) - half
    near = np.where(np.logical_and(near == -half, step > 0), half, near).astype(p.dtype)
    change = near - step
    limit = half if discont is None else discont
    change = np.where(np.abs(step) < limit, 0, change).astype(p.dtype)
    return np.where(place == 0, p, p + np.cumsum(change, axis=axis))


@op(call="p, x", numpy=("polyval",), strong=False)
def polyval(p: Any, x: Any) -> Any:
    """The polynomial with these coefficients, the highest power first, at each element of `x`.

    By Horner's rule. How many coefficients there are is known while the graph is built.

    >>> np.polyval([3, 0, 1], np.array([5, 2]))
    array([76, 13])
    """
    return np.polyval(p, x)


@polyval.expansion
def _(p: Any, x: Any) -> Any:
    check_rank(p, 1, "p", "[coefficients]")
    count = p.shape[0]
    if not isinstance(count, int):
        message = (
            f"how many coefficients there are must be known while the graph is built, not {count}"
        )
        raise RuleError("depends-on-run", message)
    found = zeros_like(x)
    for number in range(count):
        found = found * x + p[number]
    return found


@op(call="x, N, increasing", numpy=("vander",), strong=False, sizes=("N",))
def vander(x: Any, *, N: Any = None, increasing: bool = False) -> Any:
    """The powers of each element of a vector, the highest first: `N` of them, by default as many.

    >>> np.vander(np.array([2, 3]), 3)
    array([[4, 2, 1],
           [9, 3, 1]])
    """
    return np.vander(x, N, increasing)


@vander.expansion
def _(x: Any, *, N: Any, increasing: Any) -> Any:
    check_rank(x, 1, "x", "[elements]")
    count = x.shape[0] if N is None else attributes.size(N, "`N`")
    attributes.shape((count,))
    if x.dtype == BY_NAME["bf16"]:
        raise RuleError("dtype-mismatch", "`vander` of bf16 is not defined")
    dtype = np.promote_types(x.dtype, int)
    shape: Any = (x.shape[0], dim_max(count - 1, 0))
    factors = np.broadcast_to(x.astype(dtype)[:, None], shape)
    powers = multiply_accumulate(factors, axis=1)
    first = np.ones_like(x.astype(dtype)[:, None])
    found = np.concatenate((first, powers), axis=1)[:, :count]
    return found if attributes.flag(increasing, "`increasing`") else found[:, ::-1]


@op(call="f, spacing, axis, edge_order", numpy=("gradient",), strong=False)
def gradient(f: Any, *, spacing: Any = 1.0, axis: Any = None, edge_order: int = 1) -> Any:
    """The slope along an axis: half the difference of both neighbours, of two elements at the ends.

    Of floats and integers. An array of several axes needs `axis`, which has 2 elements at least, 3
    for `edge_order=2`.

    >>> np.gradient(np.array([1.0, 2.0, 4.0, 7.0]), 2.0)
    array([0.5 , 0.75, 1.25, 1.5 ])
    """
    slope: Any = np.gradient
    return slope(f, spacing, axis=axis, edge_order=edge_order)


@gradient.normal
def _(facts: Facts, f: Type, *, spacing: Any, axis: Any, edge_order: Any) -> dict[str, Any]:
    rank = array(f, "`gradient`").rank
    refuse_bf16("`gradient`", f)
    if axis is None and rank != 1:
        message = "`gradient` of several axes gives an array for each: name one by `axis`"
        raise RuleError("argument-mismatch", message, {0: f"this is {f}"})
    if edge_order not in (1, 2):
        raise RuleError("argument-mismatch", "`edge_order` is 1 or 2")
    number = attributes.axis(0 if axis is None else axis, rank, "`gradient`")
    return {
        "spacing": attributes.number(spacing, "the spacing"),
        "axis": number,
        "edge_order": edge_order,
    }


@gradient.expansion
def _(f: Any, *, spacing: Any, axis: int, edge_order: int) -> Any:
    if not is_float(f.dtype) and not is_integer(f.dtype) and not is_complex(f.dtype):
        raise RuleError("dtype-mismatch", f"`gradient` of {dtype_name(f.dtype)} is not defined")
    x = f.astype(F64) if is_integer(f.dtype) else f
    message = f"a slope needs {edge_order + 1} elements along the axis"
    check_at_least(f.shape[axis], edge_order + 1, message)

    def at(part: slice) -> Any:
        return along(x, axis, part)

    inner = (at(slice(2, None)) - at(slice(None, -2))) / (2.0 * spacing)
    if edge_order == 1:
        first = (at(slice(1, 2)) - at(slice(0, 1))) / spacing
        last = (at(slice(-1, None)) - at(slice(-2, -1))) / spacing
    else:
        near, middle, far = -1.5 / spacing, 2.0 / spacing, -0.5 / spacing
        first = near * at(slice(0, 1)) + middle * at(slice(1, 2)) + far * at(slice(2, 3))
        near, middle, far = 0.5 / spacing, -2.0 / spacing, 1.5 / spacing
        last = near * at(slice(-3, -2)) + middle * at(slice(-2, -1)) + far * at(slice(-1, None))
    return np.concatenate((first, inner, last), axis=axis)
