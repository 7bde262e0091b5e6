"""The frequencies of Fourier transforms, and their order."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max
from dslc.ir.op import RuleError, op

from . import attributes
from .arith import multiply
from .create import arange


@op(call="n, d, device", numpy=("fft.fftfreq",), strong=False, sizes=("n",))
def fftfreq(d: Any = None, *, n: Any) -> Any:
    """The frequencies of `fft` of `n` numbers that are `d` apart, in cycles per unit of `d`.

    `d` is 1 if not given. ZeroDivisionError for no numbers.

    >>> np.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    return np.fft.fftfreq(n) if d is None else np.fft.fftfreq(n, d)


@fftfreq.expansion
def _(d: Any, *, n: Any) -> Any:
    size = attributes.size(n, "`n`")
    positive = arange(0, (size - 1) // 2 + 1)
    # Of no numbers there is no step, and so none with a gradient of NaN.
    count = dim_max(size, 1) if hasattr(d, "dtype") else size
    return np.concatenate((positive, arange(-(size // 2), 0))) * _step(count, d)


@op(call="n, d, device", numpy=("fft.rfftfreq",), strong=False, sizes=("n",))
def rfftfreq(d: Any = None, *, n: Any) -> Any:
    """The frequencies of `rfft` of `n` numbers that are `d` apart, in cycles per unit of `d`.

    >>> np.fft.rfftfreq(4, 0.5)
    array([0. , 0.5, 1. ])
    """
    return np.fft.rfftfreq(n) if d is None else np.fft.rfftfreq(n, d)


@rfftfreq.expansion
def _(d: Any, *, n: Any) -> Any:
    size = attributes.size(n, "`n`")
    return arange(0, size // 2 + 1) * _step(size, d)


def _step(size: Size, d: Any) -> Any:
    """How far frequencies are apart."""
    return 1.0 / multiply(size, 1.0 if d is None else d)


@op(call="x, axes", numpy=("fft.fftshift",), strong=False)
def fftshift(x: Any, *, axes: Any = None) -> Any:
    """An array with the frequency 0 in the middle of axes, of all of them without `axes`.

    >>> np.fft.fftshift(np.fft.fftfreq(4))
    array([-0.5 , -0.25,  0.  ,  0.25])
    """
    return np.fft.fftshift(x, axes)


@fftshift.expansion
def _(x: Any, *, axes: Any) -> Any:
    listed = _listed(axes, x.ndim)
    return np.roll(x, tuple(x.shape[axis] // 2 for axis in listed), listed)


@op(call="x, axes", numpy=("fft.ifftshift",), strong=False)
def ifftshift(x: Any, *, axes: Any = None) -> Any:
    """The inverse of `fftshift`.

    >>> np.fft.ifftshift(np.array([-2, -1, 0, 1]))
    array([ 0,  1, -2, -1])
    """
    return np.fft.ifftshift(x, axes)


@ifftshift.expansion
def _(x: Any, *, axes: Any) -> Any:
    listed = _listed(axes, x.ndim)
    return np.roll(x, tuple(-(x.shape[axis] // 2) for axis in listed), listed)


def _listed(axes: Any, rank: int) -> tuple[int, ...]:
    if axes is None and rank:
        return tuple(range(rank))
    given = axes if isinstance(axes, tuple | list) else (axes,)
    if not rank or not given:
        raise RuleError("rank-mismatch", "a shift of frequencies is along at least one axis")
    return tuple(attributes.axis(axis, rank, "a shift of frequencies") for axis in given)
