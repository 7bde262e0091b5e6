"""Comparisons, and the truth that is made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.ops.create import full, ones, zeros
from dslc.ir.rule import rule

from .conditions import (
    arrays,
    bools,
    both,
    every,
    floats,
    integers,
    integers_or_bools,
    of_numpy,
    real,
    unsigned,
)


def _constant(left: Callable[[Any], Any], name: str, text: str, value: bool, when: Any) -> None:
    def right(x: Any) -> Any:
        return full(x.shape, value, np.bool_)

    right.__name__, right.__doc__ = name, f"{text} is {value}."
    rule(left, when=both(when, arrays))(right)


_constant(lambda x: x < x, "less_than_itself", "`x < x`", False, real)
_constant(lambda x: x > x, "greater_than_itself", "`x > x`", False, real)
_constant(lambda x: x == x, "equal_to_itself", "`x == x` of integers", True, integers_or_bools)
_constant(lambda x: x != x, "not_equal_to_itself", "`x != x` of integers", False, integers_or_bools)
_constant(lambda x: x <= x, "at_most_itself", "`x <= x` of integers", True, integers_or_bools)
_constant(lambda x: x >= x, "at_least_itself", "`x >= x` of integers", True, integers_or_bools)
_constant(lambda x: x < 0, "unsigned_below_zero", "`x < 0` of unsigned", False, unsigned)
_constant(lambda x: x >= 0, "unsigned_from_zero", "`x >= 0` of unsigned", True, unsigned)
_constant(lambda x: np.isnan(x), "nan_of_integers", "`isnan(x)` of integers", False, integers)
_constant(lambda x: np.isinf(x), "infinity_of_integers", "`isinf(x)` of integers", False, integers)
_constant(lambda x: np.isfinite(x), "finite_integers", "`isfinite(x)` of integers", True, integers)


@rule(lambda x: x != x, when=floats)
def not_equal_to_itself_of_floats(x: Any) -> Any:
    """`x != x` of floats is `isnan(x)`."""
    return np.isnan(x)


@rule(lambda x: np.isnan(-x), when=floats)
def nan_of_negative(x: Any) -> Any:
    """`isnan(-x)` is `isnan(x)`."""
    return np.isnan(x)


@rule(lambda x: np.isnan(np.abs(x)), when=floats)
def nan_of_absolute(x: Any) -> Any:
    """`isnan(abs(x))` is `isnan(x)`."""
    return np.isnan(x)


@rule(lambda x: np.isfinite(-x), when=floats)
def finite_negative(x: Any) -> Any:
    """`isfinite(-x)` is `isfinite(x)`."""
    return np.isfinite(x)


@rule(lambda x: np.isfinite(np.abs(x)), when=floats)
def finite_absolute(x: Any) -> Any:
    """`isfinite(abs(x))` is `isfinite(x)`."""
    return np.isfinite(x)


@rule(lambda x: np.isinf(np.abs(x)), when=floats)
def infinite_absolute(x: Any) -> Any:
    """`isinf(abs(x))` is `isinf(x)`."""
    return np.isinf(x)


@rule(lambda x: np.isinf(-x), when=floats)
def infinite_negative(x: Any) -> Any:
    """`isinf(-x)` is `isinf(x)`."""
    return np.isinf(x)


# --- swapped and negated --------------------------------------------------------------------------


@rule(lambda x, y: -x < -y, when=floats)
def less_of_negatives(x: Any, y: Any) -> Any:
    """`-x < -y` of floats is `y < x`."""
    return y < x


@rule(lambda x, y: -x <= -y, when=floats)
def at_most_of_negatives(x: Any, y: Any) -> Any:
    """`-x <= -y` of floats is `y <= x`."""
    return y <= x


@rule(lambda x, y: -x == -y, when=every(lambda dtype: dtype.kind != "b"))
def equal_negatives(x: Any, y: Any) -> Any:
    """`-x == -y` is `x == y`."""
    return x == y


def _negated(name: str, before: Callable[..., Any], after: Callable[..., Any], text: str) -> None:
    """Rules for the opposite of a comparison, by each of the ops that mean it."""
    ordered = every(lambda dtype: dtype.kind in "iub")
    when = of_numpy if name in ("equal", "not_equal") else both(ordered, of_numpy)

    def right(x: Any, y: Any) -> Any:
        return after(x, y)

    right.__doc__ = text
    right.__name__ = f"logical_not_of_{name}"
    rule(lambda x, y: np.logical_not(before(x, y)), when=when)(right)
    right.__name__ = f"invert_of_{name}"
    rule(lambda x, y: np.invert(before(x, y)), when=when)(right)


_negated("equal", np.equal, np.not_equal, "Not `x == y` is `x != y`.")
_negated("not_equal", np.not_equal, np.equal, "Not `x != y` is `x == y`.")
_negated("less", np.less, np.greater_equal, "Not `x < y` of integers is `x >= y`.")
_negated("less_equal", np.less_equal, np.greater, "Not `x <= y` of integers is `x > y`.")
_negated("greater", np.greater, np.less_equal, "Not `x > y` of integers is `x <= y`.")
_negated("greater_equal", np.greater_equal, np.less, "Not `x >= y` of integers is `x < y`.")


# --- of truths ------------------------------------------------------------------------------------


@rule(lambda x: x == True, when=bools)  # noqa: E712
def equal_to_true(x: Any) -> Any:
    """`x == True` of bools is `x`."""
    return x


@rule(lambda x: x != False, when=bools)  # noqa: E712
def not_equal_to_false(x: Any) -> Any:
    """`x != False` of bools is `x`."""
    return x


@rule(lambda x: x == False, when=both(bools, arrays))  # noqa: E712
def equal_to_false(x: Any) -> Any:
    """`x == False` of bools is `~x`."""
    return ~x


@rule(lambda x: np.logical_not(np.logical_not(x)), when=bools)
def not_of_not(x: Any) -> Any:
    """`logical_not(logical_not(x))` of bools is `x`."""
    return x


@rule(lambda x: np.logical_and(x, True), when=bools)
def logical_and_true(x: Any) -> Any:
    """`logical_and(x, True)` of bools is `x`."""
    return x


@rule(lambda x: np.logical_or(x, False), when=bools)
def logical_or_false(x: Any) -> Any:
    """`logical_or(x, False)` of bools is `x`."""
    return x


@rule(lambda x: np.logical_and(x, False), when=arrays)
def logical_and_false(x: Any) -> Any:
    """`logical_and(x, False)` is False."""
    return zeros(x.shape, np.bool_)


@rule(lambda x: np.logical_or(x, True), when=arrays)
def logical_or_true(x: Any) -> Any:
    """`logical_or(x, True)` is True."""
    return ones(x.shape, np.bool_)


@rule(lambda x: np.logical_and(x, x), when=bools)
def logical_and_itself(x: Any) -> Any:
    """`logical_and(x, x)` of bools is `x`."""
    return x


@rule(lambda x: np.logical_or(x, x), when=bools)
def logical_or_itself(x: Any) -> Any:
    """`logical_or(x, x)` of bools is `x`."""
    return x


@rule(lambda x: np.logical_xor(x, False), when=bools)
def logical_xor_false(x: Any) -> Any:
    """`logical_xor(x, False)` of bools is `x`."""
    return x


@rule(lambda x, y: np.logical_and(np.logical_not(x), np.logical_not(y)))
def logical_and_of_nots(x: Any, y: Any) -> Any:
    """Neither `x` nor `y` is not `logical_or(x, y)`."""
    return np.logical_not(np.logical_or(x, y))


@rule(lambda x, y: np.logical_or(np.logical_not(x), np.logical_not(y)))
def logical_or_of_nots(x: Any, y: Any) -> Any:
    """Not `x` or not `y` is not `logical_and(x, y)`."""
    return np.logical_not(np.logical_and(x, y))
