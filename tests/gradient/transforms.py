"""Cases of gradients through complex numbers: Fourier transforms, arithmetic, equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.op import REGISTRY

Case = tuple[str, Callable[..., Any], tuple[Any, ...]]

_rng = np.random.default_rng(8)
X, Y = _rng.standard_normal((2, 2, 5))
SQUARES = _rng.standard_normal((2, 3, 3))


def parts(z: Any) -> Any:
    """Real numbers that all of a complex array goes into."""
    return np.real(z) + 2.0 * np.imag(z)


def _transform(name: str, **attributes: Any) -> Callable[..., Any]:
    return lambda x, y: parts(REGISTRY[name](x + 1j * y, **attributes))


def _real(name: str, **attributes: Any) -> Callable[..., Any]:
    return lambda x: parts(REGISTRY[name](x, **attributes))


def _inverse(**attributes: Any) -> Callable[..., Any]:
    return lambda x, y: REGISTRY["irfft"](x + 1j * y, **attributes)


def _on_complex(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y: parts(function(x + 1j * y))


FORMS: list[dict[str, Any]] = [
    {}, {"axis": 0}, {"n": 3}, {"n": 8}, {"n": 1}, {"n": 6, "norm": "ortho"}, {"norm": "forward"},
]  # fmt: skip

TRANSFORMS: list[Case] = [
    *[(name, _transform(name, **form), (X, Y)) for name in ("fft", "ifft") for form in FORMS],
    ("fft", _real("fft"), (X,)),
    *[("rfft", _real("rfft", **form), (X,)) for form in FORMS],
    *[("irfft", _inverse(**form), (X, Y)) for form in FORMS],
    ("irfft", REGISTRY["irfft"], (X,)),
    *[("imag", _on_complex(function), (X, Y)) for function in (
        np.exp, np.sqrt, np.log, np.sin, np.square, np.reciprocal, np.conj, np.tanh, np.abs,
        lambda z: z**3, lambda z: z * np.conj(z) / (2.0 + z), lambda z: z**1.5, np.cumprod,
        lambda z: np.prod(z, axis=1), lambda z: np.sum(z * z, axis=0), np.angle,
        lambda z: np.where(z == 0, 1.0, z), lambda z: z[:, ::2] @ np.transpose(z[:, :3]),
        lambda z: 2.0**z, lambda z: z ** (1.0 - 0.5j), lambda z: z ** (2.0 + 0j),
    )],
    *[("imag", _on_complex(REGISTRY[name]), tuple(SQUARES)) for name in ("inv", "det")],
    ("imag", lambda x, y: parts(np.linalg.solve(x + 1j * y, x)), tuple(SQUARES)),
    ("imag", lambda x, y: np.linalg.norm(x + 1j * y, axis=0), tuple(SQUARES)),
]  # fmt: skip
"""Named after the rule that each tests."""
