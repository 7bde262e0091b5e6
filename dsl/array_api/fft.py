"""The extension `fft`: Fourier transforms."""

from __future__ import annotations

from typing import Any

from dslc.ir.ops import fourier, frequencies

from .function import function

__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfftn", "rfft", "rfftfreq", "rfftn",
]  # fmt: skip


@function
def fft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The Fourier transform along an axis, of its first `n` elements."""
    return fourier.fft(x, n=n, axis=axis, norm=norm)


@function
def ifft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The inverse of `fft`."""
    return fourier.ifft(x, n=n, axis=axis, norm=norm)


@function
def rfft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The half of `fft` that determines the whole, of real numbers."""
    return fourier.rfft(x, n=n, axis=axis, norm=norm)


@function
def irfft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The inverse of `rfft`: `n` real numbers."""
    return fourier.irfft(x, n=n, axis=axis, norm=norm)


@function
def hfft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The `n` real numbers whose inverse transform is Hermitian, from the half of it."""
    return fourier.hfft(x, n=n, axis=axis, norm=norm)


@function
def ihfft(x: Any, /, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
    """The inverse of `hfft`."""
    return fourier.ihfft(x, n=n, axis=axis, norm=norm)


@function
def fftn(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
    """The Fourier transform over axes, of parts of the sizes `s`."""
    return fourier.fftn(x, s=s, axes=axes, norm=norm)


@function
def ifftn(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
    """The inverse of `fftn`."""
    return fourier.ifftn(x, s=s, axes=axes, norm=norm)


@function
def rfftn(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
    """The half of `fftn` that determines the whole, of real numbers."""
    return fourier.rfftn(x, s=s, axes=axes, norm=norm)


@function
def irfftn(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
    """The inverse of `rfftn`, of real numbers."""
    return fourier.irfftn(x, s=s, axes=axes, norm=norm)


@function
def fftfreq(n: Any, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of `fft` of `n` samples that are `d` apart."""
    found = frequencies.fftfreq(n, d)
    return found if dtype is None else found.astype(dtype)


@function
def rfftfreq(n: Any, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of `rfft` of `n` samples that are `d` apart."""
    found = frequencies.rfftfreq(n, d)
    return found if dtype is None else found.astype(dtype)


@function
def fftshift(x: Any, /, *, axes: Any = None) -> Any:
    """Frequencies in ascending order, 0 in the middle."""
    return frequencies.fftshift(x, axes=axes)


@function
def ifftshift(x: Any, /, *, axes: Any = None) -> Any:
    """The inverse of `fftshift`."""
    return frequencies.ifftshift(x, axes=axes)
