"""`where`, and the greater or smaller of two: choices that are certain, doubled or made before."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL
from dslc.ir.rule import rule

from .conditions import dtype_of, integers, integers_or_bools, of_numpy, real


@rule(lambda c, x: np.where(c, x, x))
def where_of_one(c: Any, x: Any) -> Any:
    """`where(c, x, x)` is `x`."""
    return x


@rule(lambda x, y: np.where(True, x, y))
def where_true(x: Any, y: Any) -> Any:
    """`where(True, x, y)` is `x`."""
    return x


@rule(lambda x, y: np.where(False, x, y))
def where_false(x: Any, y: Any) -> Any:
    """`where(False, x, y)` is `y`."""
    return y


@rule(lambda c, x, y: np.where(np.logical_not(c), x, y))
def where_not(c: Any, x: Any, y: Any) -> Any:
    """`where(logical_not(c), x, y)` is `where(c, y, x)`."""
    return np.where(c, y, x)


@rule(
    lambda c, x, y: np.where(~c, x, y),
    when=lambda facts, c, x, y: of_numpy(facts, c) and dtype_of(c) == BOOL,
)
def where_inverse(c: Any, x: Any, y: Any) -> Any:
    """`where(~c, x, y)` of bools is `where(c, y, x)`."""
    return np.where(c, y, x)


@rule(lambda c, x, y, z: np.where(c, np.where(c, x, y), z))
def where_inside_true(c: Any, x: Any, y: Any, z: Any) -> Any:
    """`where(c, where(c, x, y), z)` is `where(c, x, z)`."""
    return np.where(c, x, z)


@rule(lambda c, x, y, z: np.where(c, x, np.where(c, y, z)))
def where_inside_false(c: Any, x: Any, y: Any, z: Any) -> Any:
    """`where(c, x, where(c, y, z))` is `where(c, x, z)`."""
    return np.where(c, x, z)


@rule(lambda c: np.where(c, True, False))
def where_true_false(c: Any) -> Any:
    """`where(c, True, False)` of bools is `c`."""
    return c


@rule(lambda c: np.where(c, False, True))
def where_false_true(c: Any) -> Any:
    """`where(c, False, True)` is `logical_not(c)`."""
    return np.logical_not(c)


# --- the greater and the smaller ------------------------------------------------------------------


@rule(lambda x: np.maximum(x, x), when=real)
def maximum_of_one(x: Any) -> Any:
    """`maximum(x, x)` is `x`."""
    return x


@rule(lambda x: np.minimum(x, x), when=real)
def minimum_of_one(x: Any) -> Any:
    """`minimum(x, x)` is `x`."""
    return x


@rule(lambda x: np.fmax(x, x), when=real)
def fmax_of_one(x: Any) -> Any:
    """`fmax(x, x)` is `x`."""
    return x


@rule(lambda x: np.fmin(x, x), when=real)
def fmin_of_one(x: Any) -> Any:
    """`fmin(x, x)` is `x`."""
    return x


@rule(lambda x, y: np.maximum(np.maximum(x, y), y), when=integers_or_bools)
def maximum_again(x: Any, y: Any) -> Any:
    """`maximum(maximum(x, y), y)` of integers is `maximum(x, y)`."""
    return np.maximum(x, y)


@rule(lambda x, y: np.minimum(np.minimum(x, y), y), when=integers_or_bools)
def minimum_again(x: Any, y: Any) -> Any:
    """`minimum(minimum(x, y), y)` of integers is `minimum(x, y)`."""
    return np.minimum(x, y)


@rule(lambda x, y: np.maximum(x, np.minimum(x, y)), when=integers_or_bools)
def maximum_of_minimum(x: Any, y: Any) -> Any:
    """`maximum(x, minimum(x, y))` of integers is `x`."""
    return x


@rule(lambda x, y: np.minimum(x, np.maximum(x, y)), when=integers_or_bools)
def minimum_of_maximum(x: Any, y: Any) -> Any:
    """`minimum(x, maximum(x, y))` of integers is `x`."""
    return x


@rule(lambda x, y: np.fmax(x, y), when=integers)
def fmax_of_integers(x: Any, y: Any) -> Any:
    """`fmax(x, y)` of integers, which have no NaN, is `maximum(x, y)`."""
    return np.maximum(x, y)


@rule(lambda x, y: np.fmin(x, y), when=integers)
def fmin_of_integers(x: Any, y: Any) -> Any:
    """`fmin(x, y)` of integers, which have no NaN, is `minimum(x, y)`."""
    return np.minimum(x, y)


@rule(lambda x, low, high: np.clip(np.clip(x, low, high), low, high), when=integers)
def clip_again(x: Any, low: Any, high: Any) -> Any:
    """A clip of the same clip of integers is one clip."""
    return np.clip(x, low, high)
