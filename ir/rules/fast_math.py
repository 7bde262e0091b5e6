"""Inexact rules, only under `--fast-math`.

They hold for real numbers. A float may come out different in the last places, and what was NaN, an
infinity or -0.0 may be a number: `x * 0` is 0 although `x` is infinite.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.facts import Facts
from dslc.ir.graph import Literal
from dslc.ir.ops.create import ones, zeros
from dslc.ir.rule import When, rule

from .conditions import arrays, both, floats


def _inexact(
    left: Callable[..., Any], when: When = floats
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return rule(left, when=when, exact=False)


float_arrays = both(floats, arrays)


def _constants(facts: Facts, x: Any, a: Any, b: Any) -> bool:
    """That the second and the third operand are Python numbers in the text, `x` floats."""
    known = all(isinstance(each.operand, Literal) for each in (a, b))
    return (
        known
        and all(isinstance(each.operand.value, int | float) for each in (a, b))
        and floats(facts, x)
    )


def _number(x: Any) -> float:
    return float(x.operand.value)


# --- what special values forbid -------------------------------------------------------------------


@_inexact(lambda x: x + 0)
def plus_zero_of_floats(x: Any) -> Any:
    """`x + 0` is `x`."""
    return x


@_inexact(lambda x: x * 0, float_arrays)
def times_zero_of_floats(x: Any) -> Any:
    """`x * 0` is 0."""
    return zeros(x.shape, x.dtype)


@_inexact(lambda x: x - x, float_arrays)
def minus_itself_of_floats(x: Any) -> Any:
    """`x - x` is 0."""
    return zeros(x.shape, x.dtype)


@_inexact(lambda x: x / x, float_arrays)
def by_itself(x: Any) -> Any:
    """`x / x` is 1."""
    return ones(x.shape, x.dtype)


@_inexact(lambda x: x * -1)
def times_minus_one_of_floats(x: Any) -> Any:
    """`x * -1` is `-x`."""
    return -x


@_inexact(lambda x: 0 - x)
def zero_minus_of_floats(x: Any) -> Any:
    """`0 - x` is `-x`."""
    return -x


@_inexact(lambda x, y: -(x - y))
def negative_of_difference_of_floats(x: Any, y: Any) -> Any:
    """`-(x - y)` is `y - x`."""
    return y - x


@_inexact(lambda x, y: x + -y)
def plus_negative_of_floats(x: Any, y: Any) -> Any:
    """`x + -y` is `x - y`."""
    return x - y


@_inexact(lambda x, y: x - -y)
def minus_negative_of_floats(x: Any, y: Any) -> Any:
    """`x - -y` is `x + y`."""
    return x + y


# --- another order --------------------------------------------------------------------------------


@_inexact(lambda x, a, b: x + a + b, _constants)
def sum_of_constants(x: Any, a: Any, b: Any) -> Any:
    """`x + a + b` of numbers in the text is `x + (a + b)`."""
    return x + (_number(a) + _number(b))


@_inexact(lambda x, a, b: x * a * b, _constants)
def product_of_constants(x: Any, a: Any, b: Any) -> Any:
    """`x * a * b` of numbers in the text is `x * (a * b)`."""
    return x * (_number(a) * _number(b))


@_inexact(lambda x, a, b: x * a / b, _constants)
def quotient_of_constants(x: Any, a: Any, b: Any) -> Any:
    """`x * a / b` of numbers in the text is `x * (a / b)`."""
    return x * float(np.divide(_number(a), _number(b)))


@_inexact(lambda x, y: x + y - y)
def sum_minus_part_of_floats(x: Any, y: Any) -> Any:
    """`x + y - y` is `x`."""
    return x


@_inexact(lambda x, y: x * y / y)
def product_by_factor(x: Any, y: Any) -> Any:
    """`x * y / y` is `x`."""
    return x


def _is_constant(facts: Facts, x: Any, a: Any) -> bool:
    value = getattr(a.operand, "value", None)
    return isinstance(value, int | float) and value != 0 and floats(facts, x)


@_inexact(lambda x, a: x / a, _is_constant)
def by_constant(x: Any, a: Any) -> Any:
    """`x / a` by a number in the text is `x * (1 / a)`."""
    return x * (1 / _number(a))


# --- powers, roots, exponentials ------------------------------------------------------------------


@_inexact(lambda x: np.power(x, 2))
def power_two_of_floats(x: Any) -> Any:
    """`power(x, 2)` is `square(x)`."""
    return np.square(x)


@_inexact(lambda x: np.power(x, 0.5))
def power_half(x: Any) -> Any:
    """`power(x, 0.5)` is `sqrt(x)`."""
    return np.sqrt(x)


@_inexact(lambda x: x**0.5)
def pow_half(x: Any) -> Any:
    """`x ** 0.5` is `sqrt(x)`."""
    return np.sqrt(x)


@_inexact(lambda x: np.power(x, -1.0))
def power_minus_one(x: Any) -> Any:
    """`power(x, -1)` is `1 / x`."""
    return 1 / x


@_inexact(lambda x: x**-0.5)
def pow_minus_half(x: Any) -> Any:
    """`x ** -0.5` is `1 / sqrt(x)`."""
    return 1 / np.sqrt(x)


@_inexact(lambda x: np.sqrt(np.square(x)))
def root_of_square(x: Any) -> Any:
    """`sqrt(square(x))` is `abs(x)`."""
    return np.abs(x)


@_inexact(lambda x: np.square(np.sqrt(x)))
def square_of_root(x: Any) -> Any:
    """`square(sqrt(x))` is `x`."""
    return x


@_inexact(lambda x: np.log(np.exp(x)))
def log_of_exp(x: Any) -> Any:
    """`log(exp(x))` is `x`."""
    return x


@_inexact(lambda x: np.exp(np.log(x)))
def exp_of_log(x: Any) -> Any:
    """`exp(log(x))` is `x`."""
    return x


@_inexact(lambda x, y: np.exp(x) * np.exp(y))
def product_of_exps(x: Any, y: Any) -> Any:
    """`exp(x) * exp(y)` is `exp(x + y)`."""
    return np.exp(x + y)


@_inexact(lambda x, y: np.sqrt(x) * np.sqrt(y))
def product_of_roots(x: Any, y: Any) -> Any:
    """`sqrt(x) * sqrt(y)` is `sqrt(x * y)`."""
    return np.sqrt(x * y)


@_inexact(lambda x: 1 / (1 / x))
def one_by_one_by(x: Any) -> Any:
    """`1 / (1 / x)` is `x`."""
    return x


@_inexact(lambda x: 1 / np.exp(x))
def one_by_exp(x: Any) -> Any:
    """`1 / exp(x)` is `exp(-x)`."""
    return np.exp(-x)
