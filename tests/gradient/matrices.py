"""Cases of the gradients of linear algebra: matrices with what is asked, and stacks of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from dslc.ir.op import REGISTRY

Case = tuple[str, Callable[..., Any], tuple[Any, ...]]

_rng = np.random.default_rng(5)


def _draw(*shape: int) -> np.ndarray:
    return _rng.standard_normal(shape)


def _definite(*shape: int) -> np.ndarray:
    x = _draw(*shape)
    return x @ np.swapaxes(x, -1, -2) + np.eye(shape[-1])


SQUARE, STACK, NONE = _draw(3, 3), _draw(2, 3, 3), np.zeros((0, 0))
DEEP, WIDE = _draw(4, 2), _draw(2, 4)


def joined(parts: Any) -> Any:
    """All elements of several results in a row."""
    return np.concatenate([np.reshape(part, (-1,)) for part in parts])


def _op(name: str, **attributes: Any) -> Callable[..., Any]:
    return partial(REGISTRY[name], **attributes)


def _all(name: str, **attributes: Any) -> Callable[..., Any]:
    return lambda *args: joined(REGISTRY[name](*args, **attributes))


def _part(name: str, number: int, **attributes: Any) -> Callable[..., Any]:
    return lambda *args: REGISTRY[name](*args, **attributes)[number]


def _log(a: Any) -> Any:
    return REGISTRY["slogdet"](a)[1]


def _all_of_fit(a: Any, b: Any) -> Any:
    x, distances, _, s = REGISTRY["lstsq"](a, b)
    return joined((x, distances, s))


MATRICES: list[Case] = [
    *[("solve", _op("solve"), args) for args in (
        (SQUARE, _draw(3)), (SQUARE, _draw(3, 2)), (STACK, _draw(3)), (STACK, _draw(3, 2)),
        (SQUARE, _draw(2, 3, 2)), (NONE, _draw(0, 2)),
    )],
    *[(name, _op(name), (a,)) for name in ("inv", "det") for a in (SQUARE, STACK, NONE)],
    *[("slogdet", _log, (a,)) for a in (SQUARE, STACK)],
    *[("pinv", _op("pinv"), (a,)) for a in (SQUARE, DEEP, WIDE, _draw(2, 2, 3))],
    ("pinv", lambda x, y: REGISTRY["pinv"](np.outer(x, y)), (_draw(3), _draw(2))),
    *[("lstsq", _all_of_fit, args) for args in (
        (DEEP, _draw(4)), (DEEP, _draw(4, 2)), (WIDE, _draw(2, 3)), (SQUARE, _draw(3)),
    )],
    *[("lstsq", _part("lstsq", n), (DEEP, _draw(4, 2))) for n in (0, 1)],
    ("lstsq", _part("lstsq", 3), (DEEP, np.ones(4))),
    ("lstsq", lambda x, y, b: REGISTRY["lstsq"](np.outer(x, y), b, rcond=1e-9)[0],
     (_draw(3), _draw(2), _draw(3))),
    *[("cond", _op("cond", p=p), (a,)) for p in (None, 2, -2) for a in (SQUARE, STACK, DEEP)],
    *[("cholesky", _op("cholesky", upper=upper), (_definite(*shape),))
      for upper in (False, True) for shape in ((3, 3), (2, 2, 2), (0, 0))],
    *[("eigh", _all("eigh", UPLO=side), (a,)) for side in "LU" for a in (SQUARE, STACK)],
    *[("eigh", _part("eigh", n), (SQUARE,)) for n in (0, 1)],
    *[("eigvalsh", _op("eigvalsh", UPLO=side), (STACK,)) for side in "LU"],
    *[("svd", _all("svd", full_matrices=False), (a,)) for a in (SQUARE, DEEP, WIDE, STACK)],
    ("svd", _all("svd"), (SQUARE,)),
    ("svd", _part("svd", 1), (SQUARE,)),
    *[("svd", _part("svd", n, full_matrices=False), (DEEP,)) for n in range(3)],
    *[("svd", _op("svd", compute_uv=False), (a,)) for a in (DEEP, WIDE)],
    *[("qr", _all("qr"), (a,)) for a in (SQUARE, DEEP, WIDE, STACK, _draw(2, 2, 3))],
    *[("qr", _part("qr", n), (a,)) for n in (0, 1) for a in (DEEP, WIDE)],
    ("qr", _op("qr", mode="r"), (DEEP,)),
    *[("qr", _all("qr", mode="complete"), (a,)) for a in (SQUARE, WIDE)],
]  # fmt: skip
"""Named after the rule that each tests."""
