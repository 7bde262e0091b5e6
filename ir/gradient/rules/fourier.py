"""Gradients of Fourier transforms: they are linear, and the matrix of `fft` is symmetric."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.op import Op
from dslc.ir.ops.create import arange, zeros
from dslc.ir.ops.fourier import fft, ifft

from ..rule import RULES, Share, gradient_of, reads_nothing

reads_nothing("fft", "ifft", "rfft", "irfft")


def _first(x: Any, count: Any, axis: int) -> Any:
    """The first elements along an axis, zeros after those that there are."""
    if x.shape[axis] == count:
        return x
    rest = zeros((*x.shape[:axis], count, *x.shape[axis + 1 :]), x.dtype)
    part = (*(slice(None),) * axis, slice(0, count))
    return np.concatenate((x, rest), axis=axis)[part]


def _of_complex(record: Op) -> Callable[..., list[Share]]:
    def rule(a: Any, *, y: Any, d: Any, n: Any, axis: int, norm: Any) -> list[Share]:
        return [lambda: _first(record(d, axis=axis, norm=norm), a.shape[axis], axis)]

    return rule


RULES.update({"fft": _of_complex(fft), "ifft": _of_complex(ifft)})


@gradient_of("rfft")
def _(a: Any, *, y: Any, d: Any, n: Any, axis: int, norm: Any) -> list[Share]:
    count = a.shape[axis] if n is None else n
    return [lambda: _first(np.real(fft(d, n=count, axis=axis, norm=norm)), a.shape[axis], axis)]


@gradient_of("irfft")
def _(a: Any, *, y: Any, d: Any, n: Any, axis: int, norm: Any) -> list[Share]:
    def share() -> Any:
        """Each frequency stands for its negative one too, but 0 and the highest of even counts."""
        count = y.shape[axis]
        numbers = arange(count // 2 + 1)
        alone = (numbers == 0) | (2 * numbers == count)
        sides = np.where(alone, 1.0, 2.0).astype(y.dtype)
        found = _first(ifft(d, axis=axis, norm=norm), count // 2 + 1, axis)
        column = (count // 2 + 1, *(1,) * (y.ndim - axis - 1))
        return _first(found * np.reshape(sides, column), a.shape[axis], axis)

    return [share]
