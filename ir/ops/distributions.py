"""Random numbers of many distributions, made of random bits.

Every function takes a key first and gives an array of the shape asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, dtype_name, is_float, is_integer
from dslc.ir.op import RuleError, op

from . import attributes
from .create import cast
from .quantiles import normal_quantile, portable_log
from .random import random_bits

_DIGITS = {BY_NAME["f16"]: 11, BY_NAME["bf16"]: 8, BY_NAME["f32"]: 24}
"""Binary digits of a float."""


def _shape(shape: Any) -> tuple[Any, ...]:
    return tuple(shape) if isinstance(shape, tuple | list) else (shape,)


def _float(dtype: Any, what: str) -> np.dtype:
    found = attributes.dtype(dtype)
    if not is_float(found):
        message = f"{what} random numbers are floats, not {dtype_name(found)}"
        raise RuleError("dtype-mismatch", message)
    return found


def _unit(key: Any, shape: Any, dtype: np.dtype) -> Any:
    """Multiples of the last digit's place from 0 up to and without 1, all alike likely."""
    if dtype in _DIGITS:
        digits = _DIGITS[dtype]
        numbers = random_bits(key, shape=shape) // 2 ** (32 - digits)
        return numbers.astype(dtype) * 2.0**-digits
    words = random_bits(key, shape=(*_shape(shape), 2))
    high, low = (words[..., 0] // 32).astype(dtype), (words[..., 1] // 64).astype(dtype)
    return (high * 2.0**26 + low) * 2.0**-53


def _between(key: Any, shape: Any, dtype: np.dtype) -> Any:
    """Numbers between 0 and 1, neither of them, as f64: of 52 digits for f64, else of 32."""
    if dtype in _DIGITS:
        return (random_bits(key, shape=shape).astype(np.float64) + 0.5) * 2.0**-32
    words = random_bits(key, shape=(*_shape(shape), 2))
    halves = (words // 64).astype(np.float64)
    return (halves[..., 0] * 2.0**26 + halves[..., 1] + 0.5) * 2.0**-52


@op(public="random.uniform", call="key, shape, dtype, low, high", expands=True)
def random_uniform(
    key: Any, low: Any = None, high: Any = None, *, shape: Any = (), dtype: Any = np.float32
) -> Any:
    """Numbers from `low` (0) up to and without `high` (1), all alike likely; a float dtype.

    With bounds that are given, rounding may reach `high`.

    >>> dslc.random.uniform(dslc.random.key(0), (2,))
    array([0.39904642, 0.88052016], dtype=float32)
    """
    kind = _float(dtype, "uniform")
    unit = _unit(key, shape, kind)
    if low is None and high is None:
        return unit
    start, stop = 0 if low is None else low, 1 if high is None else high
    return (start + (stop - start) * unit).astype(kind)


@op(public="random.normal", call="key, shape, dtype, loc, scale", expands=True)
def random_normal(
    key: Any, loc: Any = None, scale: Any = None, *, shape: Any = (), dtype: Any = np.float32
) -> Any:
    """Normal variates of mean `loc` (0) and standard deviation `scale` (1); a float dtype.

    By the quantile function, computed in f64 and rounded to the dtype.

    >>> dslc.random.normal(dslc.random.key(0), (2,))
    array([-0.25581598,  1.1775912 ], dtype=float32)
    """
    kind = _float(dtype, "normal")
    standard = normal_quantile(_between(key, shape, kind)).astype(kind)
    if scale is not None:
        standard = standard * scale
    if loc is not None:
        standard = standard + loc
    return standard if scale is None and loc is None else standard.astype(kind)


@op(public="random.exponential", call="key, shape, dtype", expands=True)
def random_exponential(key: Any, *, shape: Any = (), dtype: Any = np.float32) -> Any:
    """Exponential variates of mean 1; a float dtype.

    >>> dslc.random.exponential(dslc.random.key(0), (2,))
    array([0.9186774 , 0.12724242], dtype=float32)
    """
    kind = _float(dtype, "exponential")
    return (-portable_log(_between(key, shape, kind))).astype(kind)


@op(public="random.gumbel", call="key, shape, dtype", expands=True)
def random_gumbel(key: Any, *, shape: Any = (), dtype: Any = np.float32) -> Any:
    """Standard Gumbel variates, -log(-log(u)); a float dtype.

    >>> dslc.random.gumbel(dslc.random.key(0), (2,))
    array([0.08482025, 2.0616612 ], dtype=float32)
    """
    kind = _float(dtype, "Gumbel")
    return (-portable_log(-portable_log(_between(key, shape, kind)))).astype(kind)


@op(public="random.bernoulli", call="key, p, shape", expands=True)
def random_bernoulli(key: Any, p: Any, *, shape: Any = ()) -> Any:
    """Bools that are true with probability `p`, a number or what broadcasts with the shape.

    >>> dslc.random.bernoulli(dslc.random.key(0), 0.5, (2,))
    array([ True, False])
    """
    return _unit(key, shape, BY_NAME["f32"]) < p


@op(public="random.integers", call="key, low, high, shape, dtype", expands=True, strong=False)
def random_integers(
    key: Any, low: Any, high: Any, *, shape: Any = (), dtype: Any = np.int64
) -> Any:
    """Integers from `low` up to and without `high`; an integer dtype.

    64 random bits are taken modulo the number of choices, so that none is preferred by more than
    that number in 2^64.

    >>> dslc.random.integers(dslc.random.key(0), 1, 7, (4,))
    array([4, 1, 5, 2])
    """
    kind = attributes.dtype(dtype)
    if not is_integer(kind):
        message = f"random integers are integers, not {dtype_name(kind)}"
        raise RuleError("dtype-mismatch", message)
    first, stop = cast(low, dtype=np.int64), cast(high, dtype=np.int64)
    words = random_bits(key, shape=(*_shape(shape), 2)).astype(np.uint64)
    number = words[..., 0] + words[..., 1] * np.uint64(2**32)
    choice = number % cast(stop - first, dtype=np.uint64)
    return (cast(choice, dtype=np.int64) + first).astype(kind)


@op(public="random.permutation", expands=True, sizes=("n",))
def random_permutation(key: Any, *, n: Any) -> Any:
    """The integers from 0 up to and without n in a random order, i64[n].

    An array is shuffled by `x[dslc.random.permutation(key, len(x))]`.

    >>> np.sort(dslc.random.permutation(dslc.random.key(0), 4))
    array([0, 1, 2, 3])
    """
    words = random_bits(key, shape=(n, 2)).astype(np.uint64)
    return np.argsort(words[..., 0] + words[..., 1] * np.uint64(2**32), kind="stable")


@op(public="random.categorical", call="key, logits, axis", expands=True)
def random_categorical(key: Any, logits: Any, *, axis: int = -1) -> Any:
    """Positions along an axis, i64, each drawn with a probability proportional to exp(logit).

    By the Gumbel-max trick: the greatest of the logits, each with a Gumbel variate added.

    >>> dslc.random.categorical(dslc.random.key(0), np.array([0.0, -np.inf]))
    np.int64(0)
    """
    noise = random_gumbel(key, shape=logits.shape, dtype=logits.dtype)
    return np.argmax(logits + noise, axis=axis)
