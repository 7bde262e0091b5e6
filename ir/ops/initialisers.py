"""Random weights to begin training with, whose layers keep the variance of what goes through them.

A weight has the axes `[outputs, inputs, ...]`, as `linear` and convolutions take it, or with
`transposed` `[inputs, outputs, ...]`, as in `x @ weight`.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from .create import full
from .distributions import random_normal, random_uniform


def _inputs(shape: Any, transposed: bool) -> Any:
    """How many inputs each output has."""
    return _fans(shape)[0 if transposed else 1]


def _fans(shape: Any) -> tuple[Any, Any]:
    """The first two sizes, each times those of the window."""
    if not isinstance(shape, tuple | list) or len(shape) < 2:
        raise RuleError("rank-mismatch", "a weight has the axes [outputs, inputs, ...]")
    window = prod(shape[2:], start=1)
    return shape[0] * window, shape[1] * window


def _normal(key: Any, shape: Any, dtype: Any, gain: float, count: Any) -> Any:
    """Normal numbers of variance `gain / count`."""
    return random_normal(key, shape=shape, dtype=dtype) * _root(gain, count, dtype)


def _uniform(key: Any, shape: Any, dtype: Any, gain: float, count: Any) -> Any:
    """Uniform numbers of variance `gain / count`."""
    unit = random_uniform(key, shape=shape, dtype=dtype) * 2.0 - 1.0
    return unit * _root(3.0 * gain, count, dtype)


def _root(gain: float, count: Any, dtype: Any) -> Any:
    return np.sqrt(gain / full((), count, np.float64)).astype(dtype)


@op(public="nn.he_normal", call="key, shape, dtype, transposed", expands=True)
def he_normal(key: Any, *, shape: Any, dtype: Any = np.float32, transposed: bool = False) -> Any:
    """Normal weights of variance 2 / inputs, for layers before `relu` (He et al., 2015).

    >>> dslc.nn.he_normal(dslc.random.key(0), (2, 8)).shape
    (2, 8)
    """
    return _normal(key, shape, dtype, 2.0, _inputs(shape, transposed))


@op(public="nn.he_uniform", call="key, shape, dtype, transposed", expands=True)
def he_uniform(key: Any, *, shape: Any, dtype: Any = np.float32, transposed: bool = False) -> Any:
    """Uniform weights of variance 2 / inputs, for layers before `relu` (He et al., 2015).

    >>> dslc.nn.he_uniform(dslc.random.key(0), (2, 8)).shape
    (2, 8)
    """
    return _uniform(key, shape, dtype, 2.0, _inputs(shape, transposed))


@op(public="nn.lecun_normal", call="key, shape, dtype, transposed", expands=True)
def lecun_normal(key: Any, *, shape: Any, dtype: Any = np.float32, transposed: bool = False) -> Any:
    """Normal weights of variance 1 / inputs (LeCun et al., 1998).

    >>> dslc.nn.lecun_normal(dslc.random.key(0), (2, 8)).shape
    (2, 8)
    """
    return _normal(key, shape, dtype, 1.0, _inputs(shape, transposed))


@op(public="nn.glorot_normal", call="key, shape, dtype", expands=True)
def glorot_normal(key: Any, *, shape: Any, dtype: Any = np.float32) -> Any:
    """Normal weights of variance 2 / (inputs + outputs) (Glorot and Bengio, 2010).

    >>> dslc.nn.glorot_normal(dslc.random.key(0), (2, 8)).shape
    (2, 8)
    """
    return _normal(key, shape, dtype, 2.0, sum(_fans(shape)))


@op(public="nn.glorot_uniform", call="key, shape, dtype", expands=True)
def glorot_uniform(key: Any, *, shape: Any, dtype: Any = np.float32) -> Any:
    """Uniform weights of variance 2 / (inputs + outputs) (Glorot and Bengio, 2010).

    >>> dslc.nn.glorot_uniform(dslc.random.key(0), (2, 8)).shape
    (2, 8)
    """
    return _uniform(key, shape, dtype, 2.0, sum(_fans(shape)))
