"""Arithmetic that takes off what changes nothing.

Of floats only what keeps the sign of a 0 and of a NaN: `x + 0` and `x * -1` do not. Of complex
numbers nothing, since a product of infinities is NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import is_integer
from dslc.ir.ops.create import zeros
from dslc.ir.rule import rule

from .conditions import (
    arrays,
    both,
    every,
    floats,
    integers,
    integers_or_floats,
    of_numpy,
    real,
    signed,
    signed_or_floats,
    unsigned,
)


@rule(lambda x: x * 1, when=real)
def times_one(x: Any) -> Any:
    """`x * 1` is `x`."""
    return x


@rule(lambda x: x / 1, when=floats)
def by_one(x: Any) -> Any:
    """`x / 1` is `x`."""
    return x


@rule(lambda x: x - 0, when=real)
def minus_zero(x: Any) -> Any:
    """`x - 0` is `x`."""
    return x


@rule(lambda x: x + -0.0, when=floats)
def plus_negative_zero(x: Any) -> Any:
    """`x + -0.0` is `x`."""
    return x


@rule(lambda x: x + 0, when=integers)
def plus_zero(x: Any) -> Any:
    """`x + 0` of integers is `x`."""
    return x


@rule(lambda x: 0 - x, when=signed)
def zero_minus(x: Any) -> Any:
    """`0 - x` of integers is `-x`."""
    return -x


@rule(lambda x: -(-x), when=integers_or_floats)
def negative_of_negative(x: Any) -> Any:
    """`-(-x)` is `x`."""
    return x


@rule(lambda x, y: -(x - y), when=integers)
def negative_of_difference(x: Any, y: Any) -> Any:
    """`-(x - y)` of integers is `y - x`."""
    return y - x


@rule(lambda x, y: x + -y, when=integers)
def plus_negative(x: Any, y: Any) -> Any:
    """`x + -y` of integers is `x - y`."""
    return x - y


@rule(lambda x, y: x - -y, when=integers)
def minus_negative(x: Any, y: Any) -> Any:
    """`x - -y` of integers is `x + y`."""
    return x + y


@rule(lambda x, y: -x * -y, when=integers)
def product_of_negatives(x: Any, y: Any) -> Any:
    """`-x * -y` of integers is `x * y`."""
    return x * y


@rule(lambda x: x * -1, when=signed)
def times_minus_one(x: Any) -> Any:
    """`x * -1` of integers is `-x`."""
    return -x


@rule(lambda x, y: x + y - y, when=integers)
def sum_minus_part(x: Any, y: Any) -> Any:
    """`x + y - y` of integers is `x`."""
    return x


@rule(lambda x, y: x - y + y, when=integers)
def difference_plus_part(x: Any, y: Any) -> Any:
    """`x - y + y` of integers is `x`."""
    return x


@rule(lambda x: x // 1, when=integers)
def floor_by_one(x: Any) -> Any:
    """`x // 1` of integers is `x`."""
    return x


@rule(lambda x: x * 0, when=both(integers, arrays))
def times_zero(x: Any) -> Any:
    """`x * 0` of integers is 0."""
    return zeros(x.shape, x.dtype)


@rule(lambda x: x - x, when=both(integers, arrays))
def minus_itself(x: Any) -> Any:
    """`x - x` of integers is 0."""
    return zeros(x.shape, x.dtype)


@rule(lambda x: x % 1, when=both(integers, arrays))
def remainder_by_one(x: Any) -> Any:
    """`x % 1` of integers is 0."""
    return zeros(x.shape, x.dtype)


@rule(lambda x: +x, when=real)
def positive(x: Any) -> Any:
    """`+x` is `x`."""
    return x


@rule(lambda x: np.conj(x), when=real)
def conjugate_of_real(x: Any) -> Any:
    """The conjugate of a real number is itself."""
    return x


@rule(lambda x: np.conj(np.conj(x)))
def conjugate_of_conjugate(x: Any) -> Any:
    """The conjugate of a conjugate is the number."""
    return x


@rule(lambda x: np.real(x), when=real)
def real_part_of_real(x: Any) -> Any:
    """The real part of a real number is itself."""
    return x


@rule(lambda x: np.real(np.conj(x)))
def real_part_of_conjugate(x: Any) -> Any:
    """The real part of a conjugate is that of the number."""
    return np.real(x)


# --- absolute values and signs --------------------------------------------------------------------


@rule(lambda x: np.abs(np.abs(x)))
def absolute_of_absolute(x: Any) -> Any:
    """`abs(abs(x))` is `abs(x)`."""
    return np.abs(x)


@rule(lambda x: np.abs(-x), when=signed_or_floats)
def absolute_of_negative(x: Any) -> Any:
    """`abs(-x)` is `abs(x)`."""
    return np.abs(x)


@rule(lambda x: np.abs(x), when=unsigned)
def absolute_of_unsigned(x: Any) -> Any:
    """`abs(x)` of unsigned integers is `x`."""
    return x


@rule(lambda x: np.fabs(x), when=both(floats, of_numpy))
def fabs_of_floats(x: Any) -> Any:
    """`fabs(x)` of floats is `abs(x)`, which is one instruction."""
    return np.abs(x)


@rule(lambda x: np.square(-x), when=integers)
def square_of_negative(x: Any) -> Any:
    """The square of `-x` of integers is that of `x`."""
    return np.square(x)


@rule(lambda x: np.square(np.abs(x)), when=integers)
def square_of_absolute(x: Any) -> Any:
    """The square of `abs(x)` of integers is that of `x`."""
    return np.square(x)


@rule(lambda x: np.sign(np.sign(x)), when=real)
def sign_of_sign(x: Any) -> Any:
    """The sign of a sign is the sign."""
    return np.sign(x)


@rule(lambda x, y: np.abs(np.copysign(x, y)), when=of_numpy)
def absolute_of_copysign(x: Any, y: Any) -> Any:
    """`abs(copysign(x, y))` is `abs(x)`."""
    return np.abs(x)


@rule(lambda x, y: np.copysign(-x, y), when=floats)
def copysign_of_negative(x: Any, y: Any) -> Any:
    """`copysign(-x, y)` is `copysign(x, y)`."""
    return np.copysign(x, y)


@rule(lambda x, y: np.copysign(np.abs(x), y), when=floats)
def copysign_of_absolute(x: Any, y: Any) -> Any:
    """`copysign(abs(x), y)` is `copysign(x, y)`."""
    return np.copysign(x, y)


# --- powers ---------------------------------------------------------------------------------------

# Short floats lose the sign of a NaN on their way through longer ones.
wide = every(lambda dtype: is_integer(dtype) or (dtype.kind == "f" and dtype.itemsize >= 4))


@rule(lambda x: np.power(x, 1), when=wide)
def power_one(x: Any) -> Any:
    """`power(x, 1)` is `x`."""
    return x


@rule(lambda x: x**1, when=wide)
def operator_power_one(x: Any) -> Any:
    """`x ** 1` is `x`."""
    return x


@rule(lambda x: x**2, when=both(integers_or_floats, arrays))
def operator_power_two(x: Any) -> Any:
    """`x ** 2` of arrays is `square(x)`, as in NumPy."""
    return np.square(x)


@rule(lambda x: np.power(x, 2), when=both(integers, arrays))
def power_two(x: Any) -> Any:
    """`power(x, 2)` of integers is `square(x)`."""
    return np.square(x)


# --- rounding -------------------------------------------------------------------------------------


def _rounding(outer: Any, inner: Any) -> None:
    name = f"{outer.__name__}_of_{inner.__name__}"

    def right(x: Any) -> Any:
        return inner(x)

    right.__name__ = name
    right.__doc__ = f"`{outer.__name__}({inner.__name__}(x))` is `{inner.__name__}(x)`."
    rule(lambda x: outer(inner(x)), when=floats)(right)


for _outer in (np.floor, np.ceil, np.trunc, np.rint):
    for _inner in (np.floor, np.ceil, np.trunc, np.rint):
        _rounding(_outer, _inner)
