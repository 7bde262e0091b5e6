"""Fourier transforms: calls of NumPy's library along one axis, and what is made of them.

The frequencies of a transform of n numbers are 0, 1, ..., n // 2 - 1, -n // 2, ..., -1 per n.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import Size, interval
from dslc.ir.facts import Facts
from dslc.ir.op import Effects, Op, RuleError, op
from dslc.ir.types import TensorType, Type

from . import attributes
from .library import library_dtypes
from .operands import choice
from .rules import array, refuse_joined

# --- along one axis -----------------------------------------------------------------------------

_CALL = "a, n, axis, norm, out"


@op(call=_CALL, numpy=("fft.fft",), strong=False, sizes=("n",), effects=Effects.RAISES)
def fft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The discrete Fourier transform along an axis, of its first `n` elements or with zeros after.

    `norm` says where to divide: None and "backward" in the inverse by n, "ortho" in both by its
    root, "forward" here by n. ValueError for no elements.

    >>> np.fft.fft(np.array([1.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return np.fft.fft(a, n, axis, norm)


@op(call=_CALL, numpy=("fft.ifft",), strong=False, sizes=("n",), effects=Effects.RAISES)
def ifft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The inverse of `fft`.

    >>> np.fft.ifft(np.array([4.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return np.fft.ifft(a, n, axis, norm)


@op(call=_CALL, numpy=("fft.rfft",), strong=False, sizes=("n",), effects=Effects.RAISES)
def rfft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The transform of real numbers as `fft` gives it, without the negative frequencies.

    These are conjugates of the others, so there are n // 2 + 1 left.

    >>> np.fft.rfft(np.array([1.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j])
    """
    return np.fft.rfft(a, n, axis, norm)


@op(call=_CALL, numpy=("fft.irfft",), strong=False, sizes=("n",), effects=Effects.RAISES)
def irfft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The inverse of `rfft`: `n` real numbers, 2 * (m - 1) from m frequencies without it.

    >>> np.fft.irfft(np.array([4.0, 0.0, 0.0]))
    array([1., 1., 1., 1.])
    """
    return np.fft.irfft(a, n, axis, norm)


NORMS = ("backward", "ortho", "forward")


def _complete(record: Op, run: Callable[..., Any], length: Callable[[Size], Size]) -> None:
    what, from_half = f"`{record.name}`", record is irfft

    def count(a: TensorType, n: Size | None, axis: int) -> Size:
        """How many numbers are transformed."""
        if n is not None:
            return n
        return 2 * (a.shape[axis] - 1) if from_half else a.shape[axis]

    @record.normal
    def _(facts: Facts, a: Type, *, n: Any, axis: Any, norm: Any) -> dict[str, Any]:
        if norm is not None:
            choice(norm, NORMS, "norm")
        rank = array(a, what).rank
        place = attributes.axis(axis, rank, what)
        return {
            "n": None if n is None else attributes.size(n, "`n`"),
            "axis": place,
            "norm": None if norm == "backward" else norm,
        }

    @record.type
    def _(facts: Facts, a: Type, *, n: Size | None, axis: int, norm: Any) -> Type:
        type_ = array(a, what)
        refuse_joined((a,), what)
        (dtype,) = library_dtypes(run, (type_,), what)
        number = count(type_, n, axis)
        # NumPy's result of no frequencies is what happens to be in memory.
        for size in (number, type_.shape[axis]) if from_half else (number,):
            high = interval(size)[1]
            if high is not None and high < 1:
                raise RuleError("argument-mismatch", f"{what} needs at least one number")
        shape = (*type_.shape[:axis], length(number), *type_.shape[axis + 1 :])
        return TensorType(dtype, shape)

    @record.can_raise
    def _(a: Type, *, n: Size | None, axis: int, norm: Any) -> bool:
        low = interval(count(array(a, what), n, axis))[0]
        return low is None or low < 1


def _of_two(a: Any) -> Any:
    return np.fft.irfft(a, 2)


_complete(fft, np.fft.fft, lambda n: n)
_complete(ifft, np.fft.ifft, lambda n: n)
_complete(rfft, np.fft.rfft, lambda n: n // 2 + 1)
_complete(irfft, _of_two, lambda n: n)

_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": None}
"""Where the transform in the other direction is divided."""


@op(call=_CALL, numpy=("fft.hfft",), strong=False, sizes=("n",))
def hfft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The transform, which is real, of a signal whose second half is the conjugate of the first.

    Only the first half is given.

    >>> np.fft.hfft(np.array([1.0, 0.0, 0.0]))
    array([1., 1., 1., 1.])
    """
    return np.fft.hfft(a, n, axis, norm)


@hfft.expansion
def _(a: Any, *, n: Any, axis: Any, norm: Any) -> Any:
    return irfft(np.conj(a), n=n, axis=axis, norm=_swapped(norm))


@op(call=_CALL, numpy=("fft.ihfft",), strong=False, sizes=("n",))
def ihfft(a: Any, *, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
    """The inverse of `hfft`.

    >>> np.fft.ihfft(np.array([4.0, 0.0, 0.0, 0.0]))
    array([1.-0.j, 1.-0.j, 1.-0.j])
    """
    return np.fft.ihfft(a, n, axis, norm)


@ihfft.expansion
def _(a: Any, *, n: Any, axis: Any, norm: Any) -> Any:
    return np.conj(rfft(a, n=n, axis=axis, norm=_swapped(norm)))


def _swapped(norm: Any) -> Any:
    if norm is not None:
        choice(norm, NORMS, "norm")
    return _SWAPPED[norm]


# --- along several axes -------------------------------------------------------------------------

_SEVERAL = "a, s, axes, norm, out"


def _each(a: Any, s: Any, axes: Any, what: str) -> list[tuple[Size | None, int]]:
    """The axes to transform, and how many elements of each, None for all."""
    sizes = None if s is None else attributes.sizes(s, "a size of a transform")
    if axes is None:
        if sizes is not None and len(sizes) != a.ndim:
            raise RuleError("argument-mismatch", f"{what} with `s` needs the `axes` too")
        axes = range(a.ndim)
    listed = axes if isinstance(axes, tuple | list | range) else (axes,)
    places = [attributes.axis(axis, a.ndim, what) for axis in listed]
    if not places:
        raise RuleError("argument-mismatch", f"{what} is along at least one axis")
    counts: Sequence[Any] = [None] * len(places) if sizes is None else sizes
    if len(counts) != len(places):
        raise RuleError("argument-mismatch", f"{what} needs a size for each axis")
    found = zip(counts, places, strict=True)
    return [(a.shape[axis] if n is None or n == -1 else n, axis) for n, axis in found]


def _along_all(record: Op, a: Any, s: Any, axes: Any, norm: Any, what: str) -> Any:
    for n, axis in reversed(_each(a, s, axes, what)):
        a = record(a, n=n, axis=axis, norm=norm)
    return a


@op(call=_SEVERAL, numpy=("fft.fftn",), strong=False, sizes=("s",))
def fftn(a: Any, *, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The transform along several axes, all of them without `axes`; `s` has their sizes.

    >>> np.fft.fftn(np.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return np.fft.fftn(a, s, axes, norm)


@fftn.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _along_all(fft, a, s, axes, norm, "`fftn`")


@op(call=_SEVERAL, numpy=("fft.ifftn",), strong=False, sizes=("s",))
def ifftn(a: Any, *, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The inverse of `fftn`.

    >>> np.fft.ifftn(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1.+0.j, 1.+0.j],
           [1.+0.j, 1.+0.j]])
    """
    return np.fft.ifftn(a, s, axes, norm)


@ifftn.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _along_all(ifft, a, s, axes, norm, "`ifftn`")


@op(call=_SEVERAL, numpy=("fft.rfftn",), strong=False, sizes=("s",))
def rfftn(a: Any, *, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The transform of real numbers along several axes, the last as in `rfft`.

    >>> np.fft.rfftn(np.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return np.fft.rfftn(a, s, axes, norm)


@rfftn.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _from_real(a, s, axes, norm, "`rfftn`")


def _from_real(a: Any, s: Any, axes: Any, norm: Any, what: str) -> Any:
    *others, (n, last) = _each(a, s, axes, what)
    found = rfft(a, n=n, axis=last, norm=norm)
    for count, axis in reversed(others):
        found = fft(found, n=count, axis=axis, norm=norm)
    return found


@op(call=_SEVERAL, numpy=("fft.irfftn",), strong=False, sizes=("s",))
def irfftn(a: Any, *, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The inverse of `rfftn`, real numbers: 2 * (m - 1) along the last axis without `s`.

    >>> np.fft.irfftn(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1., 1.],
           [1., 1.]])
    """
    return np.fft.irfftn(a, s, axes, norm)


@irfftn.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _to_real(a, s, axes, norm, "`irfftn`")


def _to_real(a: Any, s: Any, axes: Any, norm: Any, what: str) -> Any:
    *others, (n, last) = _each(a, s, axes, what)
    for count, axis in others:
        a = ifft(a, n=count, axis=axis, norm=norm)
    return irfft(a, n=None if s is None else n, axis=last, norm=norm)


@op(call=_SEVERAL, numpy=("fft.fft2",), strong=False, sizes=("s",))
def fft2(a: Any, *, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The transform along two axes, as in `fftn`.

    >>> np.fft.fft2(np.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return np.fft.fft2(a, s, axes, norm)


@fft2.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _along_all(fft, a, s, axes, norm, "`fft2`")


@op(call=_SEVERAL, numpy=("fft.ifft2",), strong=False, sizes=("s",))
def ifft2(a: Any, *, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The inverse of `fft2`.

    >>> np.fft.ifft2(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1.+0.j, 1.+0.j],
           [1.+0.j, 1.+0.j]])
    """
    return np.fft.ifft2(a, s, axes, norm)


@ifft2.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _along_all(ifft, a, s, axes, norm, "`ifft2`")


@op(call=_SEVERAL, numpy=("fft.rfft2",), strong=False, sizes=("s",))
def rfft2(a: Any, *, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The transform of real numbers along two axes, as in `rfftn`.

    >>> np.fft.rfft2(np.ones((2, 2)))
    array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return np.fft.rfft2(a, s, axes, norm)


@rfft2.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _from_real(a, s, axes, norm, "`rfft2`")


@op(call=_SEVERAL, numpy=("fft.irfft2",), strong=False, sizes=("s",))
def irfft2(a: Any, *, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The inverse of `rfft2`, as in `irfftn`.

    >>> np.fft.irfft2(np.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[1., 1.],
           [1., 1.]])
    """
    return np.fft.irfft2(a, s, axes, norm)


@irfft2.expansion
def _(a: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    return _to_real(a, s, axes, norm, "`irfft2`")
