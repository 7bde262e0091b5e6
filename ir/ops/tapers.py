"""Window functions: weights that fall off to both ends, for spectra and filters."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size, dim_max
from dslc.ir.op import Op, op

from . import attributes
from .create import arange, as_scalar


@op(call="M", numpy=("bartlett",), strong=False, sizes=("M",))
def bartlett(*, M: Any) -> Any:
    """The triangle of `M` weights from 0 to 1 and back to 0.

    >>> np.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return np.bartlett(M)


@op(call="M", numpy=("hanning",), strong=False, sizes=("M",))
def hanning(*, M: Any) -> Any:
    """The Hann window of `M` weights: a period of a cosine, from 0 to 1 and back to 0.

    >>> np.hanning(5).round(6)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return np.hanning(M)


@op(call="M", numpy=("hamming",), strong=False, sizes=("M",))
def hamming(*, M: Any) -> Any:
    """The Hamming window of `M` weights: a period of a cosine, from 0.08 to 1 and back.

    >>> np.hamming(5)
    array([0.08, 0.54, 1.  , 0.54, 0.08])
    """
    return np.hamming(M)


@op(call="M", numpy=("blackman",), strong=False, sizes=("M",))
def blackman(*, M: Any) -> Any:
    """The Blackman window of `M` weights: three terms of a sum of cosines.

    >>> np.blackman(5).round(6) + 0.0
    array([0.  , 0.34, 1.  , 0.34, 0.  ])
    """
    return np.blackman(M)


@op(call="M, beta", numpy=("kaiser",), strong=False, sizes=("M",))
def kaiser(beta: Any, *, M: Any) -> Any:
    """The Kaiser window of `M` weights, narrower the greater `beta` is.

    >>> np.kaiser(3, 2.0).round(4)
    array([0.4387, 1.    , 0.4387])
    """
    return np.kaiser(M, beta)


# --- what they are made of ----------------------------------------------------------------------


def _cosines(*factors: float) -> Any:
    def weights(turn: Any, last: Any) -> Any:
        found = factors[0] + factors[1] * np.cos(np.pi * turn / last)
        for number, factor in enumerate(factors[2:], start=2):
            found = found + factor * np.cos(float(number) * np.pi * turn / last)
        return found

    return weights


def _triangle(turn: Any, last: Any) -> Any:
    return np.where(np.less_equal(turn, 0), 1 + turn / last, 1 - turn / last)


def _complete(record: Op, weights: Any) -> None:
    @record.expansion
    def _(*, M: Any) -> Any:
        size = attributes.size(M, "a number of weights")
        count = _length(size)
        turn = (2 * arange(count) + (1 - size)).astype(np.float64)
        return _one_alone(weights(turn, _last(size)), size)


def _length(size: Size) -> Any:
    return dim_max(size, 0)


def _last(size: Size) -> Any:
    return as_scalar(size - 1).astype(np.float64)


def _one_alone(weights: Any, size: Size) -> Any:
    """The weights; of one, which has no middle, 1."""
    return np.where(as_scalar(size) == 1, 1.0, weights)


_complete(bartlett, _triangle)
_complete(hanning, _cosines(0.5, 0.5))
_complete(hamming, _cosines(0.54, 0.46))
_complete(blackman, _cosines(0.42, 0.5, 0.08))


@kaiser.expansion
def _(beta: Any, *, M: Any) -> Any:
    size = attributes.size(M, "a number of weights")
    middle = _last(size) / 2.0
    steepness = (beta if hasattr(beta, "dtype") else as_scalar(beta)).astype(np.float64)
    away = (arange(_length(size)).astype(np.float64) - middle) / middle
    found = np.i0(steepness * np.sqrt(1 - away**2.0)) / np.i0(steepness)
    return _one_alone(found, size)
